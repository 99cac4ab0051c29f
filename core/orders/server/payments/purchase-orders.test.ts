import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderTest, proofForm } from '#main/testing/test-orders.ts';

let t: Awaited<ReturnType<typeof orderTest>>;
beforeAll(async () => {
  t = await orderTest();
});
afterAll(() => t.app.close());

type Order = Awaited<ReturnType<typeof t.place>>;
const begin = (order: Order, body: object, person = t.buyer) =>
  person.call('POST', `/company/${t.company}/order/${order.id}/payment`, { body });
const paymentId = async (order: Order) => (await t.money(order)).payments.at(-1)?.id as number;
const confirmed = async (order: Order, amount = order.total) =>
  t.decide(order, {
    action: 'confirm',
    paymentId: await paymentId(order),
    amount,
    valueDate: '2026-11-20',
    reference: 'FT-77',
  });
const credit = (creditDays: number) =>
  t.finance.call('PUT', `/company/${t.company}/order/credit`, { body: { creditDays } });

describe('a purchase order', () => {
  const form = () => proofForm({ method: 'purchase-order', poNumber: 'PO-4711' });

  test('needs days of credit, a number and a document', async () => {
    const order = await t.place();
    const refused = await begin(order, form());
    expect([refused.status, refused.body.word, refused.body.detail]).toEqual([
      422,
      'purchase-order-needs-terms',
      { why: 'no-credit' },
    ]);
    await credit(30);
    const lacking = await begin(order, { method: 'purchase-order', poNumber: 'PO-1' });
    expect(lacking.body.errors).toMatchObject([{ param: 'proof', msg: 'Required' }]);
    expect((await begin(order, form())).status).toBe(201);
  });

  test('that is approved lets the order proceed and is billed with its due date; the money is booked later', async () => {
    await credit(30);
    const order = await t.place();
    await begin(order, form());
    const id = await paymentId(order);
    expect((await t.decide(order, { action: 'approve', paymentId: id })).status).toBe(200);
    expect(await t.states(order)).toEqual(['deployed', 'pending']);
    expect((await t.buyer.call('POST', '/payment', { body: { orderId: order.id } })).body.word).toBe('attempt-open');
    for (const method of [{ method: 'transfer' }, form()])
      expect((await begin(order, method)).body.word).toBe('attempt-open');
    const rejected = await t.decide(order, { action: 'reject', paymentId: id, reason: 'Changed our mind' });
    expect([rejected.status, rejected.body.word]).toEqual([409, 'step-not-possible']);
    const [invoice] = await t.bills(order);
    expect(invoice?.kind).toBe('invoice');
    const days = (Date.parse(invoice?.dueOn ?? '') - Date.parse(invoice?.issuedAt.slice(0, 10) ?? '')) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThanOrEqual(29);
    expect((await confirmed(order)).status).toBe(200);
    expect(await t.states(order)).toEqual(['completed', 'paid']);
    expect(await t.bills(order)).toHaveLength(1);
    // Days of credit apply to purchase orders only.
    const byCard = await t.place();
    await t.enter(await t.startCard(byCard));
    const { rows } = await t.app.kit.pool.query(
      `SELECT due_on - current_date AS days FROM bill WHERE order_id = $1 AND kind = 'invoice'`,
      [byCard.id],
    );
    expect(Math.abs(rows[0].days)).toBeLessThan(2);
  });

  test('cannot be chosen by a company with an overdue bill', async () => {
    await credit(30);
    const late = await t.place();
    await begin(late, form());
    await t.decide(late, { action: 'approve', paymentId: await paymentId(late) });
    const due = (days: number) =>
      t.app.kit.pool.query('UPDATE bill SET due_on = current_date + $2::integer WHERE order_id = $1', [late.id, days]);
    await due(0);
    expect((await begin(await t.place(), form())).status).toBe(201);
    await due(-1);
    const refused = await begin(await t.place(), form());
    expect(refused.body.detail).toEqual({ why: 'bill-overdue' });
    const { body } = await t.buyer.call('GET', `/payment/methods?companyId=${t.company}`);
    expect(body.data.map(({ id, why }: { id: string; why: string | null }) => [id, why])).toEqual([
      ['card', null],
      ['card-link', null],
      ['transfer', null],
      ['purchase-order', 'bill-overdue'],
    ]);
    await confirmed(late);
    expect((await begin(await t.place(), form())).status).toBe(201);
    // Money that was refunded is no longer overdue.
    const [paid] = (await t.money(late)).payments;
    const sent = { reference: 'RF-9', valueDate: new Date().toISOString().slice(0, 10) };
    const all = { action: 'refund', paymentId: paid?.id, amount: late.total, reason: 'Agreed', ...sent };
    const refunded = await t.decide(late, all);
    expect(refunded.status, JSON.stringify(refunded.body)).toBe(200);
    expect((await t.states(late))[1]).toBe('refunded');
    expect((await begin(await t.place(), form())).status).toBe(201);
  });
});
