import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { orderTest } from '#main/testing/test-orders.ts';
import { testStripe } from '#main/testing/test-stripe.ts';
import type { Attempt } from '../../common/payment.ts';
import { reconcile } from './events.ts';
import { repeatRefunds } from './refunds/refunds.ts';

let double: Awaited<ReturnType<typeof testStripe>>;
let t: Awaited<ReturnType<typeof orderTest>>;
beforeAll(async () => {
  double = await testStripe();
  t = await orderTest('other@rasid.test', double.payments);
});
afterAll(async () => {
  await t.app.close();
  await double.close();
});

type Order = Awaited<ReturnType<typeof t.place>>;
const paid = ['completed', 'paid'];
const start = async (order: Order): Promise<Attempt> => t.startCard(order);
const ledgerOf = async (order: Order) => double.ledger((await t.order(order)).uuid);
const back = async ({ attemptId }: Attempt): Promise<Attempt> =>
  (await t.buyer.call('POST', '/payment/success', { body: { attemptId } })).body.data;
async function post(event: ReturnType<typeof double.event>) {
  const reply = await t.app.http.inject({ method: 'POST', url: '/api/payment/webhook/stripe', ...event });
  return [reply.statusCode, reply.json().word ?? reply.json().data];
}
const received = [200, { received: true }];
const checkNow = ({ attemptId }: Attempt) =>
  t.app.kit.pool.query('UPDATE payment SET check_at = now() WHERE uuid = $1', [attemptId]);

describe('a payment by Stripe', () => {
  test('that is declined states the reason, and the next card pays with the same intent, once', async () => {
    const order = await t.place();
    const attempt = await start(order);
    expect(attempt).toMatchObject({ provider: 'stripe', clientSecret: `${attempt.reference}_secret_double` });
    for (const [declined, failure] of [
      ['insufficient_funds', 'no-funds'],
      ['generic_decline', 'card-declined'],
    ] as const) {
      double.confirm(attempt.reference, { declined });
      expect(await post(double.event('payment_intent.payment_failed', attempt.reference))).toEqual(received);
      expect(await start(order)).toMatchObject({ attemptId: attempt.attemptId, state: 'failed', failure });
    }
    double.confirm(attempt.reference, 'step');
    expect((await back(attempt)).state).toBe('pending');
    double.confirm(attempt.reference, 'paid');
    expect(await post(double.event('payment_intent.succeeded', attempt.reference))).toEqual(received);
    expect(await t.states(order)).toEqual(paid);
    expect(await ledgerOf(order)).toEqual({ intents: 1, charges: [order.total * 100], refunds: [] });
  });

  test('whose event comes five times, or late, or after a report of failure, changes the order once', async () => {
    const order = await t.place();
    const attempt = await start(order);
    double.confirm(attempt.reference, 'paid');
    const event = double.event('payment_intent.succeeded', attempt.reference, { id: 'evt_often' });
    for (let n = 0; n < 5; n++) expect(await post(event)).toEqual(received);
    const { steps } = await t.order(order);
    await post(double.event('payment_intent.payment_failed', attempt.reference));
    await post(double.event('payment_intent.succeeded', attempt.reference));
    expect(await t.states(order)).toEqual(paid);
    expect((await t.order(order)).steps).toHaveLength(steps.length);
    expect(await t.bills(order)).toHaveLength(1);
  });

  test('whose event is lost is queried when the browser returns, or later', async () => {
    const [first, second] = [await t.place(), await t.place()];
    const [one, two] = [await start(first), await start(second)];
    double.confirm(one.reference, 'paid');
    double.confirm(two.reference, 'paid');
    expect((await back(one)).state).toBe('succeeded');
    await checkNow(two);
    await reconcile(t.app.kit);
    expect([await t.states(first), await t.states(second)]).toEqual([paid, paid]);
  });

  test('is not changed by an event with another secret, an old one, or of another amount, which is reported to finance', async () => {
    const order = await t.place();
    const attempt = await start(order);
    double.confirm(attempt.reference, 'paid', order.total * 100 - 1);
    for (const options of [{ secret: 'whsec_other' }, { age: 301 }])
      expect(await post(double.event('payment_intent.succeeded', attempt.reference, options))).toEqual([
        400,
        'bad-signature',
      ]);
    expect(await t.mailsTo('finance@rasid.test', order)).toEqual([]);
    expect(await post(double.event('payment_intent.succeeded', attempt.reference))).toEqual(received);
    expect(await t.states(order)).toEqual(['submitted', 'unpaid']);
    expect(await t.mailsTo('finance@rasid.test', order)).toEqual([`Check the payment of ${order.number}`]);
  });

  test('in another currency changes nothing, and finance is asked to check it once', async () => {
    const order = await t.place();
    const attempt = await start(order);
    double.confirm(attempt.reference, 'paid');
    double.intentOf(attempt.reference).currency = 'aed';
    for (const type of ['payment_intent.succeeded', 'payment_intent.processing'])
      expect(await post(double.event(type, attempt.reference))).toEqual(received);
    expect(await t.states(order)).toEqual(['submitted', 'unpaid']);
    expect(await t.mailsTo('finance@rasid.test', order)).toEqual([`Check the payment of ${order.number}`]);
  });

  test('is begun once, although Stripe fails, limits or loses the connection before or after it has made the intent', async () => {
    for (const faults of [
      ['limited', 'failed-before', 'failed-before', 'failed-before'],
      ['failed-after', 'failed-after', 'dropped-after', 'dropped-after'],
    ] as const) {
      const order = await t.place();
      double.faults.push(...faults);
      let attempt = (await t.buyer.call('POST', '/payment', { body: { orderId: order.id } })).body;
      while (double.faults.length > 0 || !attempt.data) {
        if (!attempt.data) expect(attempt.word).toBe('provider-away');
        attempt = (await t.buyer.call('POST', '/payment', { body: { orderId: order.id } })).body;
      }
      double.confirm(attempt.data.reference, 'paid');
      await back(attempt.data);
      expect(await t.states(order)).toEqual(paid);
      expect(await ledgerOf(order)).toEqual({ intents: 1, charges: [order.total * 100], refunds: [] });
    }
  });

  test('is ended at Stripe before the buyer pays by transfer; one that has succeeded in the meantime pays the order', async () => {
    const [order, late] = [await t.place(), await t.place()];
    const [attempt, other] = [await start(order), await start(late)];
    const transfer = ({ id }: Order) =>
      t.buyer.call('POST', `/company/${t.company}/order/${id}/payment`, { body: { method: 'transfer' } });
    expect((await transfer(order)).status).toBe(201);
    expect(double.intentOf(attempt.reference).status).toBe('canceled');
    double.confirm(other.reference, 'paid');
    expect((await transfer(late)).body.word).toBe('already-paid');
    expect(await t.states(late)).toEqual(paid);
  });

  test('is refunded once, although the first answer is lost', async () => {
    const order = await t.place();
    const attempt = await start(order);
    double.confirm(attempt.reference, 'paid');
    await back(attempt);
    const paymentId = (await t.money(order)).payments[0]?.id;
    double.faults.push('dropped-after', 'dropped-after', 'dropped-after');
    await t.decide(order, { action: 'refund', paymentId, amount: 10, reason: 'Agreed' });
    await vi.waitFor(() => expect(double.faults).toEqual([]), 60_000);
    await vi.waitFor(async () => {
      await t.app.kit.pool.query(`UPDATE payment_refund SET check_at = now() WHERE state = 'requested'`);
      await repeatRefunds(t.app.kit);
      expect((await t.money(order)).refunds).toMatchObject([{ state: 'succeeded', amount: 10 }]);
    }, 60_000);
    expect((await ledgerOf(order)).refunds).toEqual([1000]);
  });
});
