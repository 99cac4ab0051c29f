export { SendRequest } from './buying/CartActions.tsx';
export { OrdersOfCompany } from './buying/MyOrdersPage.tsx';
export { StockLabels } from './parts/StockLabels.tsx';
