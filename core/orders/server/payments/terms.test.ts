import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventuallyPasses } from '#main/testing/test-device.ts';
import { orderTest, proofForm } from '#main/testing/test-orders.ts';
import { remindOfBills } from '../bills/reminders.ts';

let t: Awaited<ReturnType<typeof orderTest>>;
beforeAll(async () => {
  t = await orderTest();
});
afterAll(() => t.app.close());

const query = (text: string, values: unknown[] = []) => t.app.kit.pool.query(text, values);
const setTerms = (body: object) =>
  t.finance.call('PUT', `/company/${t.company}/order/credit`, { body: { creditDays: 0, ...body } });

/** The seller's submission of two subscriptions, and the reply. */
async function submit(more: object = {}) {
  const { rows } = await query(`SELECT id FROM market_product WHERE sku = 'SAMPLE-TOKEN-12'`);
  const orders = [{ type: 'sample-tokens', app: 'sample', tokens: [{ id: rows[0].id, qty: 2 }] }];
  const quote = (await t.seller.call('POST', `/company/${t.company}/order/validate`, { body: { orders } })).body.data;
  const headers = { 'idempotency-key': randomUUID() };
  return t.seller.call('POST', `/company/${t.company}/order`, { body: { orders, hash: quote.hash, ...more }, headers });
}

test('an order of a company that requires purchase order numbers is refused without one, and accepted with it', async () => {
  expect((await setTerms({ poRequired: true })).body.data).toEqual({ creditDays: 0, poRequired: true });
  const refused = await submit();
  expect([refused.status, refused.body.errors]).toEqual([418, [{ param: 'poNumber', msg: 'Required' }]]);
  const taken = await submit({ poNumber: 'PO-2026-7' });
  expect([taken.status, taken.body.data.poNumber]).toEqual([201, 'PO-2026-7']);
  await setTerms({});
  expect((await submit()).status).toBe(201);
});

test('an order without a price is paid and confirmed as it is placed, is fulfilled at once and has no bill', async () => {
  const rate = { companyId: t.company, percent: 100 };
  const { body } = await t.seller.call('POST', '/discount/rate', { body: rate });
  const placed = await submit();
  await query('DELETE FROM discount_rate WHERE id = $1', [body.data.id]);
  expect(placed.body.data).toMatchObject({ total: 0, paymentStatus: 'paid' });
  await eventuallyPasses(async () => expect(await t.states(placed.body.data)).toEqual(['completed', 'paid']));
  expect(await t.bills(placed.body.data)).toEqual([]);
  expect((await t.money(placed.body.data)).payments).toEqual([]);
});

test('a paid order that is cancelled before anything is made gives all money back, and its invoice is credited in full', async () => {
  await setTerms({ creditDays: 30 });
  const order = await t.place();
  const path = `/company/${t.company}/order/${order.id}/payment`;
  expect((await t.buyer.call('POST', path, { body: proofForm({ method: 'transfer' }) })).status).toBe(201);
  const [waiting] = (await t.money(order)).payments;
  const booked = { amount: order.total, valueDate: '2026-11-20', reference: 'FT-9' };
  await t.decide(order, { action: 'confirm', paymentId: waiting?.id, ...booked });
  // As if none of it had been made yet.
  await query(`UPDATE orders SET status = 'confirmed' WHERE id = $1`, [order.id]);
  await query(`UPDATE deploy_unit SET state = 'pending' WHERE order_id = $1`, [order.id]);
  expect((await t.cancel(order)).status).toBe(200);
  const [refund] = (await t.money(order)).refunds;
  expect(refund).toMatchObject({ amount: order.total, state: 'requested', reason: 'order-cancelled' });
  await t.decide(order, { action: 'refund', paymentId: waiting?.id, refundId: refund?.id, ...booked });
  expect(await t.states(order)).toEqual(['cancelled', 'refunded']);
  expect((await t.bills(order)).map(({ kind, total }) => [kind, total])).toEqual([
    ['invoice', order.total],
    ['credit-note', order.total],
  ]);
});

describe('a bill on credit', () => {
  test('is reminded of three days before it is due, on the day, and 7 and 14 days after, each time once, until it is paid', async () => {
    await setTerms({ creditDays: 30 });
    const order = await t.place();
    const path = `/company/${t.company}/order/${order.id}/payment`;
    await t.buyer.call('POST', path, { body: proofForm({ method: 'purchase-order', poNumber: 'PO-1' }) });
    const [waiting] = (await t.money(order)).payments;
    await t.decide(order, { action: 'approve', paymentId: waiting?.id });
    const bill = await eventuallyPasses(async () => {
      const [invoice] = await t.bills(order);
      if (!invoice) throw new Error('no invoice yet');
      return invoice;
    });
    const remindersOn = async (day: number) => {
      await query(`UPDATE bill SET due_on = (now() AT TIME ZONE 'Asia/Dubai')::date - $2::integer WHERE id = $1`, [
        bill.id,
        day,
      ]);
      await remindOfBills(t.app.kit);
      await remindOfBills(t.app.kit);
      return t.mailsTo('other@rasid.test', { ...order, number: bill.number }).then((all) => all.length);
    };
    const counts: number[] = [];
    for (const day of [-10, -3, -1, 0, 6, 7, 13, 14, 20]) counts.push(await remindersOn(day));
    const [before = 0] = counts;
    expect(counts.map((count) => count - before)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
    const paid = { action: 'confirm', paymentId: waiting?.id, amount: order.total };
    await t.decide(order, { ...paid, valueDate: '2026-11-20', reference: 'FT-10' });
    await query('DELETE FROM bill_reminder WHERE bill_id = $1', [bill.id]);
    expect((await remindersOn(0)) - before).toBe(4);
  });
});
