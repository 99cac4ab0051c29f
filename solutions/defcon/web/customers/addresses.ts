import { defcon } from '../../app.ts';

export const customersAddress = `${defcon.web}/security-company/customer/list`;
export const addCustomerAddress = `${defcon.web}/security-company/customer/add`;
export const editCustomerAddress = (id: number): string => `${defcon.web}/security-company/customer/edit/${id}`;
