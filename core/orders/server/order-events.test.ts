import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { orderTest, proofForm } from '#main/testing/test-orders.ts';
import type { Listeners } from '#platform/server/domain-events.ts';
import { reconcile } from './payments/events.ts';

let t: Awaited<ReturnType<typeof orderTest>>;
let heard: string[] = [];
let refusal: Error | null = null;

const hear =
  (name: string) =>
  async (_context: unknown, { id, companyId }: { id: number; companyId: number }) => {
    if (refusal) throw refusal;
    heard.push(`${name} ${id} of ${companyId}`);
  };
const listening: Listeners = {
  inTransaction: {
    'order.confirmed': hear('confirmed'),
    'order.paid': hear('paid'),
    'order.deployed': hear('deployed'),
  },
};

beforeAll(async () => {
  t = await orderTest();
  t.app.kit.listeners = [...t.app.kit.listeners, listening];
});
afterEach(() => {
  heard = [];
  refusal = null;
});
afterAll(() => t.app.close());

type Order = Awaited<ReturnType<typeof t.place>>;
const eventsOf = ({ id }: Order, ...names: string[]) => names.map((name) => `${name} ${id} of ${t.company}`);

test('an order paid by card emits the events paid, confirmed and deployed, once each', async () => {
  const order = await t.place();
  expect(heard).toEqual([]);
  const attempt = await t.startCard(order);
  await t.enter(attempt);
  await t.enter(attempt);
  expect(heard).toEqual(eventsOf(order, 'paid', 'confirmed', 'deployed'));
});

test('an order by purchase order is confirmed with its approval, and paid when the money is there', async () => {
  await t.finance.call('PUT', `/company/${t.company}/order/credit`, { body: { creditDays: 30 } });
  const order = await t.place();
  await t.buyer.call('POST', `/company/${t.company}/order/${order.id}/payment`, {
    body: proofForm({ method: 'purchase-order', poNumber: 'PO-7' }),
  });
  const paymentId = (await t.money(order)).payments.at(-1)?.id;
  await t.decide(order, { action: 'approve', paymentId });
  expect(heard).toEqual(eventsOf(order, 'confirmed', 'deployed'));
  const money = { amount: order.total, valueDate: '2026-11-20', reference: 'FT-7' };
  await t.decide(order, { action: 'confirm', paymentId, ...money });
  expect(heard).toEqual(eventsOf(order, 'confirmed', 'deployed', 'paid'));
});

test('a declined card emits no event', async () => {
  const order = await t.place();
  await t.enter(await t.startCard(order), { card: '4000000000000002' });
  expect(heard).toEqual([]);
  expect(await t.states(order)).toEqual(['submitted', 'failed']);
});

test('a failing listener rolls the order back, until the payment is settled again', async () => {
  const order = await t.place();
  const attempt = await t.startCard(order);
  refusal = new Error('not now');
  await t.enter(attempt);
  expect((await t.states(order))[0]).toBe('submitted');
  refusal = null;
  await reconcile(t.app.kit);
  expect(heard).toEqual(eventsOf(order, 'paid', 'confirmed', 'deployed'));
});
