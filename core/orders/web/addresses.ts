import { orders } from '../app.ts';

/** The orders of all companies, for the seller. */
export const ordersAddress = `${orders.web}/orders/list`;

/** The page on which the seller fulfils an order. */
export const orderAddress = ({ id, companyId }: { id: number; companyId: number }, tab?: string): string =>
  `${orders.web}/orders/${id}/${companyId}${tab ? `?tab=${tab}` : ''}`;

/** The page on which the seller orders for a company. */
export const checkoutPath = `${orders.web}/market/checkout`;
