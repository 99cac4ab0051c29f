import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventuallyPasses } from '#main/testing/test-device.ts';
import { orderTest } from '#main/testing/test-orders.ts';
import { reconcile } from './events.ts';
import { endUnpaidOrders } from './unpaid-orders.ts';

let t: Awaited<ReturnType<typeof orderTest>>;
beforeAll(async () => {
  t = await orderTest();
});
afterAll(() => t.app.close());

type Order = Awaited<ReturnType<typeof t.place>>;
const query = (text: string, values: unknown[] = []) => t.app.kit.pool.query(text, values);

describe('the cancellation of an order', () => {
  test('ends its open payment at the provider first: the card of the open form is no longer charged', async () => {
    const order = await t.place();
    const attempt = await t.startCard(order);
    expect((await t.cancel(order)).status).toBe(200);
    expect((await t.enter(attempt)).status).toBe(404);
    const { rows } = await query('SELECT state FROM sandbox_intent WHERE ref = $1', [attempt.reference]);
    expect(rows).toEqual([{ state: 'cancelled' }]);
    expect(await t.states(order)).toEqual(['cancelled', 'unpaid']);
    expect((await t.money(order)).payments).toMatchObject([{ state: 'cancelled' }]);
    // The page of the form asks again for the outcome.
    const asked = await t.buyer.call('POST', '/payment/success', { body: { attemptId: attempt.attemptId } });
    expect([asked.status, asked.body.data]).toMatchObject([200, { state: 'cancelled' }]);
    expect(await t.states(order)).toEqual(['cancelled', 'unpaid']);
  });

  test('is refused when the provider reports that the payment has succeeded, and the order is paid', async () => {
    const order = await t.place();
    const attempt = await t.startCard(order);
    await t.enter(attempt, { card: '4242424242424242', delivery: 'lost' });
    expect(await t.states(order)).toEqual(['submitted', 'unpaid']);
    expect((await t.cancel(order)).body.word).toBe('step-not-possible');
    expect(await t.states(order)).toEqual(['completed', 'paid']);
  });
});

/** Money arrives for an attempt that is no longer open. */
async function paidLate(order: Order): Promise<void> {
  const attempt = await t.startCard(order);
  await t.cancel(order);
  await query(`UPDATE sandbox_intent SET state = 'succeeded' WHERE ref = $1`, [attempt.reference]);
  await query('INSERT INTO sandbox_charge (ref, amount) SELECT ref, amount FROM sandbox_intent WHERE ref = $1', [
    attempt.reference,
  ]);
  await t.buyer.call('POST', '/payment/success', { body: { attemptId: attempt.attemptId } });
}

test('money for a cancelled order is refunded automatically, once, and the Financial Admins are notified', async () => {
  const order = await t.place();
  await paidLate(order);
  await eventuallyPasses(async () => expect((await t.money(order)).refunds).toMatchObject([{ state: 'succeeded' }]));
  const { payments, refunds } = await t.money(order);
  expect(payments).toMatchObject([{ state: 'surplus', refunded: order.total }]);
  expect(refunds).toMatchObject([{ amount: order.total, reason: 'surplus' }]);
  expect(await t.states(order)).toEqual(['cancelled', 'unpaid']);
  expect(await t.mailsTo('finance@rasid.test', order)).toEqual([`Check the payment of ${order.number}`]);
  expect(await t.bills(order)).toEqual([]);
  await reconcile(t.app.kit);
  const { rows } = await query(
    'SELECT r.amount FROM sandbox_refund r JOIN payment p ON p.provider_ref = r.intent WHERE p.order_id = $1',
    [order.id],
  );
  expect(rows).toEqual([{ amount: Math.round(order.total * 100) }]);
});

test('money that comes a second time for an order that was refunded is given back as well', async () => {
  const order = await t.place();
  await t.enter(await t.startCard(order));
  const [paid] = (await t.money(order)).payments;
  await t.decide(order, { action: 'refund', paymentId: paid?.id, amount: order.total, reason: 'Agreed' });
  await eventuallyPasses(async () => expect((await t.states(order))[1]).toBe('refunded'));
  const { rows } = await query(
    `WITH made AS (INSERT INTO sandbox_intent (ref, key, secret, amount, state) SELECT 'si_second', 'second', 'sis_second', total, 'succeeded' FROM orders WHERE id = $1),
          charge AS (INSERT INTO sandbox_charge (ref, amount) SELECT 'si_second', total FROM orders WHERE id = $1)
     INSERT INTO payment (order_id, company_id, method, provider, amount, state, provider_ref)
     SELECT id, company_id, 'card', 'sandbox', total, 'failed', 'si_second' FROM orders WHERE id = $1 RETURNING uuid`,
    [order.id],
  );
  await t.buyer.call('POST', '/payment/success', { body: { attemptId: rows[0].uuid } });
  await eventuallyPasses(async () =>
    expect((await t.money(order)).refunds.map(({ reason, state }) => [reason, state])).toEqual([
      ['Agreed', 'succeeded'],
      ['surplus', 'succeeded'],
    ]),
  );
  expect((await t.states(order))[1]).toBe('refunded');
  expect((await t.bills(order)).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
});

describe('an order that nobody pays', () => {
  const age = (order: Order, days: number) =>
    query(`UPDATE orders SET submitted_at = now() - $2 * interval '1 day' WHERE id = $1`, [order.id, days]);

  test('is reminded of after seven days, once, and cancelled after fourteen', async () => {
    const order = await t.place();
    await age(order, 6);
    await endUnpaidOrders(t.app.kit);
    expect(await t.mailsTo('other@rasid.test', order)).toHaveLength(1);
    await age(order, 7);
    await endUnpaidOrders(t.app.kit);
    await endUnpaidOrders(t.app.kit);
    expect((await t.mailsTo('other@rasid.test', order)).slice(1)).toEqual([
      `Order ${order.number} is waiting for payment`,
    ]);
    expect(await t.states(order)).toEqual(['submitted', 'unpaid']);
    await age(order, 14);
    await endUnpaidOrders(t.app.kit);
    expect(await t.states(order)).toEqual(['cancelled', 'unpaid']);
    expect((await t.order(order)).cancelReason).toBe('not-paid-in-time');
  });

  test('is also cancelled if its payments have failed', async () => {
    const order = await t.place();
    await t.enter(await t.startCard(order), { card: '4000000000000002' });
    expect(await t.states(order)).toEqual(['submitted', 'failed']);
    await age(order, 14);
    await endUnpaidOrders(t.app.kit);
    expect((await t.states(order))[0]).toBe('cancelled');
  });

  test('is kept while a transfer waits for its confirmation', async () => {
    const order = await t.place();
    await t.buyer.call('POST', `/company/${t.company}/order/${order.id}/payment`, { body: { method: 'transfer' } });
    await age(order, 20);
    await endUnpaidOrders(t.app.kit);
    expect(await t.states(order)).toEqual(['submitted', 'pending']);
  });
});

test('the Financial Admins are notified of unexpected money also by text message, and bills go to the buyer’s address for bills', async () => {
  await query("UPDATE users SET phone = '+971501112233', phone_verified = true WHERE email = 'finance@rasid.test'");
  await query(
    `INSERT INTO billing_profile (company_id, legal_name_en, legal_name_ar, bills_email) VALUES ($1, 'Qasr', 'قصر', 'bills@qasr.test')
     ON CONFLICT (company_id) DO UPDATE SET bills_email = excluded.bills_email`,
    [t.company],
  );
  const [paid, late] = [await t.place(), await t.place()];
  await t.enter(await t.startCard(paid));
  expect(await t.mailsTo('bills@qasr.test', paid)).toEqual(['Payment received']);
  expect(await t.mailsTo('other@rasid.test', paid)).not.toContain('Payment received');
  const notices = (await t.buyer.call('GET', '/notice')).body.data;
  expect(notices[0]).toMatchObject({
    kind: 'payment',
    title: { en: 'Payment received', ar: 'تم استلام الدفعة' },
    path: `/core/market/my-orders/${paid.id}`,
  });
  await paidLate(late);
  const { rows } = await query('SELECT text FROM sms_outbox WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
    '+971501112233',
  ]);
  expect(rows[0]?.text).toContain(`Check the payment of ${late.number}`);
});
