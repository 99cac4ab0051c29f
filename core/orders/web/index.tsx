import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { orders } from '../app.ts';

export const ordersWeb = bindPages(orders, {
  'orders/list': () => import('./fulfilment/OrdersPage.tsx'),
  '/verify-invoice/{code}': () => import('./money/VerifyInvoicePage.tsx'),
  'market/payments': () => import('./money/PaymentsPage.tsx'),
  'orders/{orderId}/{customerId}': () => import('./fulfilment/OrderPage.tsx'),
});
