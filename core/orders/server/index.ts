import type { Kit } from '#platform/server/kit.ts';
import { serve } from '#platform/server/serve.ts';
import { orders } from '../app.ts';
import { invoiceHandlers } from './bills/handlers.ts';
import { renderBills, storePrintedBill } from './bills/printing.ts';
import { remindOfBills } from './bills/reminders.ts';
import { deploymentHandlers } from './fulfilment/deployment.ts';
import { shippingHandlers } from './fulfilment/shipping.ts';
import { orderTopics } from './live-topics.ts';
import { nameOrder } from './named-orders.ts';
import { orderHandlers } from './orders.ts';
import { paymentBacklog, refundBacklog } from './payments/backlogs.ts';
import { reconcile } from './payments/events.ts';
import { paymentHandlers, sandboxHandlers } from './payments/handlers.ts';
import { refundHandlers } from './payments/refunds/refund-list.ts';
import { repeatRefunds } from './payments/refunds/refunds.ts';
import { endUnpaidOrders } from './payments/unpaid-orders.ts';
import { sendReminders } from './reminders.ts';
import { intentionHandlers } from './requests/intentions.ts';
import './tables.ts';

async function start(kit: Kit): Promise<undefined> {
  if (!kit.roles.has('worker')) return undefined;
  await kit.jobs.schedule('orders.reconcile', '* * * * *', async () => {
    await reconcile(kit);
    await repeatRefunds(kit);
    await renderBills(kit);
  });
  await kit.jobs.schedule('orders.reminders', '23 * * * *', () => sendReminders(kit));
  await kit.jobs.schedule('orders.unpaid', '17 * * * *', () => endUnpaidOrders(kit));
  await kit.jobs.schedule('orders.bills', '47 * * * *', () => remindOfBills(kit));
  return undefined;
}

const noEmbeds = { scripts: [], frames: [], calls: [] };
const stripeEmbeds = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};

export const ordersServer = serve(
  orders,
  {
    order: orderHandlers,
    intention: intentionHandlers,
    deployment: deploymentHandlers,
    shipping: shippingHandlers,
    payment: paymentHandlers,
    refund: refundHandlers,
    bill: invoiceHandlers,
    sandbox: sandboxHandlers,
  },
  {
    start,
    topics: orderTopics,
    backlogs: [paymentBacklog, refundBacklog],
    // The card form of Stripe, only where cards are charged by it.
    embeds: ({ settings: { payments } }) => (payments?.stripe ? stripeEmbeds : noEmbeds),
    listeners: { inTransaction: { 'print.finished': storePrintedBill, 'ticket.names-order': nameOrder } },
  },
);
