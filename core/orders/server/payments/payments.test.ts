import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Attempt } from '../../common/payment.ts';
import { reconcile } from './events.ts';

let app: Rasid;
let admin: TestPerson;
let buyer: TestPerson;
let company: number;
let tokenId: number;
beforeAll(async () => {
  app = await rasid();
  [admin, buyer] = [await app.signIn('super@rasid.test'), await app.signIn('other@rasid.test')];
  company = (await buyer.call('GET', '/session')).body.data.company.id;
  tokenId = (await app.kit.pool.query(`SELECT id FROM market_product WHERE sku = 'SAMPLE-TOKEN-12'`)).rows[0].id;
});
afterAll(() => app.close());

type Order = { id: number; number: string; total: number };
async function placeOrder(): Promise<Order> {
  const orders = [{ type: 'sample-tokens', app: 'sample', tokens: [{ id: tokenId, qty: 2 }] }];
  const quote = (await admin.call('POST', `/company/${company}/order/validate`, { body: { orders } })).body.data;
  const headers = { 'idempotency-key': randomUUID() };
  return (await admin.call('POST', `/company/${company}/order`, { body: { orders, hash: quote.hash }, headers })).body
    .data;
}
const start = async ({ id }: Order, person = buyer): Promise<Attempt> =>
  (await person.call('POST', '/payment', { body: { orderId: id } })).body.data;
const enter = async ({ clientSecret }: Attempt, body: object) =>
  (await app.anonymous.call('POST', '/payment/sandbox/confirm', { body: { clientSecret, ...body } })).body.data;
const back = async ({ attemptId }: Attempt, person = buyer): Promise<Attempt> =>
  (await person.call('POST', '/payment/success', { body: { attemptId } })).body.data;
const orderOf = async ({ id }: Order) => (await buyer.call('GET', `/company/${company}/order/${id}`)).body.data;
const chargesOf = async ({ reference }: Attempt) =>
  (await app.kit.pool.query('SELECT amount FROM sandbox_charge WHERE ref = $1', [reference])).rows;
const statesOf = async (order: Order) => {
  const { status, paymentStatus } = await orderOf(order);
  return [status, paymentStatus];
};
const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000000000000002',
  step: '4000002760003184',
  stepDeclined: '4000008400001629',
};

/** Posts an event to the webhook as a provider would. */
async function post(event: object, { age = 0, key = signingKey() } = {}) {
  const body = JSON.stringify(event);
  const at = Math.floor(Date.now() / 1000) - age;
  const signature = `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/payment/webhook/sandbox',
    headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
    payload: body,
  });
  return { status: reply.statusCode, body: reply.json() };
}
const signingKey = () => createHmac('sha256', app.kit.secrets.signing).update('payment sandbox').digest();

describe('a card payment', () => {
  test('that succeeds charges once, and the order is paid, confirmed and, as nothing is sent, completed', async () => {
    const order = await placeOrder();
    const attempt = await start(order);
    expect(attempt).toMatchObject({ state: 'created', provider: 'sandbox', amount: order.total });
    expect(await enter(attempt, { card: cards.good })).toEqual({ state: 'succeeded', failure: null });
    expect(await statesOf(order)).toEqual(['completed', 'paid']);
    expect((await back(attempt)).state).toBe('succeeded');
    expect(await chargesOf(attempt)).toEqual([{ amount: Math.round(order.total * 100) }]);
    const detail = await orderOf(order);
    expect(detail.steps.map(({ step }: { step: string }) => step)).toEqual([
      'submitted',
      'payment-paid',
      'confirm',
      'deploy',
      'complete',
    ]);
    const again = await buyer.call('POST', '/payment', { body: { orderId: order.id } });
    expect([again.status, again.body.word, again.body.code]).toEqual([409, 'already-paid', '20030001']);
  });

  test.each([
    ['4000000000000002', 'card-declined'],
    ['4000000000009995', 'no-funds'],
    ['4000000000000069', 'card-expired'],
    ['1234', 'card-unknown'],
  ])('with the card %s fails as %s, and another card pays with the same attempt', async (card, failure) => {
    const order = await placeOrder();
    const attempt = await start(order);
    expect(await enter(attempt, { card })).toEqual({ state: 'failed', failure });
    expect(await statesOf(order)).toEqual(['submitted', 'failed']);
    expect(await start(order)).toMatchObject({ attemptId: attempt.attemptId, state: 'failed', failure });
    await enter(attempt, { card: cards.good });
    expect(await statesOf(order)).toEqual(['completed', 'paid']);
    expect(await chargesOf(attempt)).toHaveLength(1);
  });

  test('that the bank asks about is pending until the answer, which may refuse or decline it', async () => {
    for (const [card, approve, expected] of [
      [cards.step, true, ['completed', 'paid']],
      [cards.step, false, ['submitted', 'failed']],
      [cards.stepDeclined, true, ['submitted', 'failed']],
    ] as const) {
      const order = await placeOrder();
      const attempt = await start(order);
      expect((await enter(attempt, { card })).state).toBe('requires-action');
      expect(await statesOf(order)).toEqual(['submitted', 'pending']);
      await enter(attempt, { approve });
      expect(await statesOf(order)).toEqual(expected);
    }
  });

  test('is begun once: two starts at the same time return one attempt and one intent', async () => {
    const order = await placeOrder();
    const attempts = await Promise.all(Array.from({ length: 5 }, () => start(order)));
    expect(new Set(attempts.map(({ attemptId }) => attemptId)).size).toBe(1);
    expect(new Set(attempts.map(({ reference }) => reference)).size).toBe(1);
  });

  test('is begun by one of the card methods that are offered; the others have a call of their own', async () => {
    const order = await placeOrder();
    const startBy = (paymentMethodId: string) =>
      buyer.call('POST', '/payment', { body: { orderId: order.id, paymentMethodId } });
    const offered = (await buyer.call('GET', '/payment/methods')).body.data.map(({ id }: { id: string }) => id);
    expect(offered).toEqual(['card', 'card-link', 'transfer', 'purchase-order']);
    expect((await startBy('card')).status).toBe(201);
    expect((await startBy('card-link')).status).toBe(201);
    for (const other of ['transfer', 'purchase-order']) {
      const { status, body } = await startBy(other);
      expect([status, body.word, body.code]).toEqual([422, 'method-not-offered', '20030005']);
    }
    expect((await startBy('cash')).body.errors).toEqual([{ param: 'paymentMethodId', msg: 'invalid' }]);
  });

  test('is for administrators of the buyer: others can neither pay nor see it', async () => {
    const order = await placeOrder();
    const attempt = await start(order);
    const stranger = await app.signIn('wadi@rasid.test');
    expect((await stranger.call('POST', '/payment', { body: { orderId: order.id } })).status).toBe(404);
    expect((await stranger.call('POST', '/payment/success', { body: { attemptId: attempt.attemptId } })).status).toBe(
      404,
    );
    expect((await app.anonymous.call('POST', '/payment', { body: { orderId: order.id } })).status).toBe(401);
  });
});

describe('the events of a provider', () => {
  const paid = async (delivery: string) => {
    const order = await placeOrder();
    const attempt = await start(order);
    await enter(attempt, { card: cards.good, delivery });
    return { order, attempt };
  };

  test('that come twice, or again after days, change the order once', async () => {
    const { order, attempt } = await paid('twice');
    const steps = (await orderOf(order)).steps.length;
    await post({ id: 'late', type: 'payment.succeeded', ref: attempt.reference });
    expect(await statesOf(order)).toEqual(['completed', 'paid']);
    expect((await orderOf(order)).steps).toHaveLength(steps);
    expect(await chargesOf(attempt)).toHaveLength(1);
  });

  test('that report a failure after a success leave the order paid: the provider is queried instead', async () => {
    const { order, attempt } = await paid('once');
    expect((await post({ id: randomUUID(), type: 'payment.failed', ref: attempt.reference })).status).toBe(200);
    expect(await statesOf(order)).toEqual(['completed', 'paid']);
    const open = await placeOrder();
    const unpaid = await start(open);
    await post({ id: randomUUID(), type: 'payment.succeeded', ref: unpaid.reference });
    expect(await statesOf(open)).toEqual(['submitted', 'unpaid']);
  });

  test('that are lost are replaced by a query when the browser returns, or later', async () => {
    const first = await paid('lost');
    expect(await statesOf(first.order)).toEqual(['submitted', 'unpaid']);
    expect((await back(first.attempt)).state).toBe('succeeded');
    expect(await statesOf(first.order)).toEqual(['completed', 'paid']);
    const second = await paid('lost');
    await app.kit.pool.query('UPDATE payment SET check_at = now() WHERE uuid = $1', [second.attempt.attemptId]);
    await reconcile(app.kit);
    expect(await statesOf(second.order)).toEqual(['completed', 'paid']);
  });

  test('that come before the payment is known wait for it', async () => {
    const order = await placeOrder();
    const attempt = await start(order);
    await app.kit.pool.query('UPDATE payment SET provider_ref = NULL WHERE uuid = $1', [attempt.attemptId]);
    await enter(attempt, { card: cards.good });
    expect(await statesOf(order)).toEqual(['submitted', 'unpaid']);
    await app.kit.pool.query('UPDATE payment SET provider_ref = $2 WHERE uuid = $1', [
      attempt.attemptId,
      attempt.reference,
    ]);
    await reconcile(app.kit);
    expect(await statesOf(order)).toEqual(['completed', 'paid']);
    const { rows } = await app.kit.pool.query('SELECT FROM payment_event WHERE processed_at IS NULL');
    expect(rows).toEqual([]);
  });

  test('with a wrong signature, an old time or of another provider are refused and not stored', async () => {
    const { attempt, order } = await paid('wrong-signature');
    expect(await statesOf(order)).toEqual(['submitted', 'unpaid']);
    const event = { id: randomUUID(), type: 'payment.succeeded', ref: attempt.reference };
    for (const options of [{ key: Buffer.from('other') }, { age: 400 }]) {
      const refused = await post(event, options);
      expect([refused.status, refused.body.word]).toEqual([400, 'bad-signature']);
    }
    const other = await app.anonymous.call('POST', '/payment/webhook/other', { body: event });
    expect(other.status).toBe(404);
    const { rows } = await app.kit.pool.query('SELECT FROM payment_event WHERE event_id = $1', [event.id]);
    expect(rows).toEqual([]);
  });

  test('that the sandbox delivers late, out of order or with another amount pay the order at most once', async () => {
    const paidBy = async (delivery: string) => {
      const order = await placeOrder();
      const attempt = await start(order);
      await enter(attempt, { card: cards.good, delivery });
      return { order, attempt };
    };
    const late = await paidBy('late');
    expect(await statesOf(late.order)).toEqual(['submitted', 'unpaid']);
    expect((await back(late.attempt)).state).toBe('succeeded');
    const disordered = await paidBy('out-of-order');
    expect(await statesOf(disordered.order)).toEqual(['completed', 'paid']);
    const { rows } = await app.kit.pool.query(
      'SELECT type FROM payment_event WHERE provider_ref = $1 ORDER BY received_at',
      [disordered.attempt.reference],
    );
    expect(rows.map(({ type }) => type)).toEqual(['payment.succeeded', 'payment.failed']);
    const wrong = await paidBy('wrong-amount');
    expect(await statesOf(wrong.order)).toEqual(['submitted', 'unpaid']);
    expect((await orderOf(wrong.order)).steps.at(-1)).toMatchObject({
      step: 'payment-mismatch',
      detail: { expected: 5040, got: 5041 },
    });
  });

  test('about another amount only add to the history of the order', async () => {
    const order = await placeOrder();
    const attempt = await start(order);
    await app.kit.pool.query('UPDATE sandbox_intent SET amount = amount - 1 WHERE ref = $1', [attempt.reference]);
    await enter(attempt, { card: cards.good });
    expect(await statesOf(order)).toEqual(['submitted', 'unpaid']);
    expect((await orderOf(order)).steps.at(-1)).toMatchObject({
      step: 'payment-mismatch',
      detail: { expected: 5040, got: 5039 },
    });
  });
});
