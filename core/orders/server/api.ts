import './events.ts';

export { type DemoGoods, ordersDemo } from './demo/orders.ts';
export { intentionNamed, sentIntention } from './requests/intentions.ts';
