import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { orders } from '../app.ts';

export const ordersWeb = bindPages(
  orders,
  {
    'orders/list': () => import('./fulfilment/OrdersPage.tsx'),
    'orders/{orderId}/{customerId}': () => import('./fulfilment/OrderPage.tsx'),
    'market/checkout': () => import('./buying/CheckoutPage.tsx'),
    'market/my-orders': () => import('./buying/MyOrdersPage.tsx'),
    'market/my-orders/{orderId}': () => import('./buying/MyOrderPage.tsx'),
    'market/my-orders/{orderId}/bank': () => import('./buying/BankPage.tsx'),
    'market/payments': () => import('./money/PaymentsPage.tsx'),
    '/verify-invoice/{code}': () => import('./money/VerifyInvoicePage.tsx'),
  },
  { places: { 'market-cart': () => import('./buying/CartActions.tsx') } },
);
