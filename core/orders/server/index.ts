import { serve } from '#platform/server/serve.ts';
import { orders } from '../app.ts';
import { orderTopics } from './live-topics.ts';
import { orderHandlers } from './orders.ts';

export const ordersServer = serve(orders, { order: orderHandlers }, { topics: orderTopics });
