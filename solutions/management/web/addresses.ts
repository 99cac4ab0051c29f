import type { customerTypes } from '../common/customer.ts';

export const customersAddress = (type: keyof typeof customerTypes = 'all'): string =>
  `/management/customers/list/${type}`;
export const customerAddress = ({ id }: { id: number }): string => `/management/customers/details/${id}`;
export const createCustomerAddress = '/management/customers/create';
export const tokensAddress = '/management/tokens/list';
