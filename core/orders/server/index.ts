import type { Kit } from '#platform/server/kit.ts';
import { serve } from '#platform/server/serve.ts';
import { orders } from '../app.ts';
import { deploymentHandlers } from './deployment.ts';
import { intentionHandlers } from './intentions.ts';
import { orderTopics } from './live-topics.ts';
import { orderHandlers } from './orders.ts';
import { reconcile } from './payments/events.ts';
import { cardProvider, paymentHandlers, sandboxHandlers } from './payments/handlers.ts';
import { shippingHandlers } from './shipping.ts';

async function start(kit: Kit): Promise<undefined> {
  if (kit.roles.has('worker'))
    await kit.jobs.schedule('orders.reconcile', '* * * * *', () => reconcile(kit, cardProvider(kit)));
  return undefined;
}

export const ordersServer = serve(
  orders,
  {
    order: orderHandlers,
    intention: intentionHandlers,
    deployment: deploymentHandlers,
    shipping: shippingHandlers,
    payment: paymentHandlers,
    sandbox: sandboxHandlers,
  },
  { start, topics: orderTopics },
);
