export { SendRequest } from './buying/CartActions.tsx';
export { OrdersOfCompany } from './buying/MyOrdersPage.tsx';
