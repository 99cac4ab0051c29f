import type { paymentMethods } from '../../common/order.ts';

export type Method = (typeof paymentMethods)[number];

/** How a company may like to pay; a link for the card is made by the seller. */
export const preferredMethods = ['card', 'transfer', 'purchase-order'] as const satisfies readonly Method[];
