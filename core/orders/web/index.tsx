import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { orders } from '../app.ts';

export const ordersWeb = bindPages(
  orders,
  {
    'orders/list': () => import('./fulfilment/OrdersPage.tsx'),
    'orders/{orderId}/{customerId}': () => import('./fulfilment/OrderPage.tsx'),
    'market/checkout': () => import('./buying/CheckoutPage.tsx'),
  },
  { places: { 'market-cart': () => import('./buying/CartActions.tsx') } },
);
