export { type DemoGoods, ordersDemo } from './demo/orders.ts';
