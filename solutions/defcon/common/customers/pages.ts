import { mayCreate } from '#core/accounts/common/company-kinds.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { seesCustomers } from './customer.ts';

/** The customers of a security company. */
export const customerPages: Page[] = [
  page('security-company/customer/list', { sidebar: 'customers', order: 13, icon: 'users', access: seesCustomers }),
  page('security-company/customer/add', { access: { and: [seesCustomers, mayCreate('Customer')] } }),
  page('security-company/customer/edit/{id}', { access: seesCustomers }),
];
