/** The customers of a security company. */
export const customerPages = {
  'security-company/customer/list': () => import('./CustomersPage.tsx'),
  'security-company/customer/add': () => import('./AddCustomerPage.tsx'),
  'security-company/customer/edit/{id}': () => import('./EditCustomerPage.tsx'),
};
