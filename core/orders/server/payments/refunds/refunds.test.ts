import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventuallyPasses } from '#main/testing/test-device.ts';
import { orderTest } from '#main/testing/test-orders.ts';
import { refundShare } from './refunded-lines.ts';
import { repeatRefunds } from './refunds.ts';

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

describe('a refund', () => {
  const paid = async (qty = 3) => {
    const order = await t.place(qty);
    await t.enter(await t.startCard(order));
    return order;
  };
  const refund = async (order: Order, body: object) =>
    t.decide(order, { action: 'refund', paymentId: await paymentId(order), reason: 'Agreed', ...body });
  const done = (order: Order, count: number) =>
    eventuallyPasses(async () => {
      const { refunds } = await t.money(order);
      expect(refunds.filter(({ state }) => state === 'succeeded')).toHaveLength(count);
      return refunds;
    });

  test('of parts is exact to the cent, leaves the order paid until the last part, and never exceeds the payment', async () => {
    const order = await paid();
    const [line] = (await t.order(order)).lines;
    const perPiece = (line?.net ?? 0) + (line?.tax ?? 0);
    for (let part = 1; part <= 2; part++) {
      expect((await refund(order, { lines: [{ lineId: line?.id, qty: 1 }] })).status).toBe(200);
      await done(order, part);
    }
    expect(await t.states(order)).toEqual(['completed', 'paid']);
    const tooMany = await refund(order, { lines: [{ lineId: line?.id, qty: 2 }] });
    expect([tooMany.status, tooMany.body.code]).toEqual([409, '20030004']);
    const tooHigh = await refund(order, { amount: order.total });
    expect(tooHigh.body).toMatchObject({ word: 'refund-too-high', detail: { refundable: expect.any(Number) } });
    await refund(order, { amount: tooHigh.body.detail.refundable });
    const refunds = await done(order, 3);
    const cents = refunds.map(({ amount }) => Math.round(amount * 100));
    expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(Math.round(order.total * 100));
    expect(cents[0]).toBe(Math.round((perPiece * 100) / 3));
    expect(await t.states(order)).toEqual(['completed', 'refunded']);
    const notes = (await t.bills(order)).filter(({ kind }) => kind === 'credit-note');
    expect(notes.map(({ total }) => Math.round(total * 100))).toEqual(cents);
  });

  test('of pieces names each line once, and a refund that failed leaves its pieces to be refunded', async () => {
    const order = await paid();
    const [line] = (await t.order(order)).lines;
    const part = { lineId: line?.id, qty: 1 };
    expect((await refund(order, { lines: [part, part] })).status).toBe(404);
    await t.app.kit.pool.query(
      `INSERT INTO payment_refund (payment_id, order_id, company_id, amount, reason, lines, state)
       VALUES ($1, $2, $3, 100, 'x', $4, 'failed')`,
      [await paymentId(order), order.id, t.company, JSON.stringify([{ lineId: line?.id, qty: 3, amount: 100 }])],
    );
    expect((await refund(order, { lines: [{ ...part, qty: 3 }] })).status).toBe(200);
    await eventuallyPasses(async () => expect((await t.states(order))[1]).toBe('refunded'));
  });

  test('of pieces adds up to the line, however it is divided', () => {
    for (const parts of [
      [1, 1, 1, 1, 1, 1, 1],
      [3, 4],
      [2, 2, 3],
    ]) {
      let before = 0;
      const shares = parts.map((qty) => {
        const share = refundShare(10_001, 7, before, qty);
        before += qty;
        return share;
      });
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(10_001);
    }
  });

  test('that the provider has not answered is requested again under the same key, and is paid once', async () => {
    const order = await paid();
    const id = await paymentId(order);
    await t.app.kit.pool.query(
      `INSERT INTO payment_refund (payment_id, order_id, company_id, amount, reason, check_at) VALUES ($1, $2, $3, 100, 'x', now())`,
      [id, order.id, t.company],
    );
    await Promise.all([repeatRefunds(t.app.kit), repeatRefunds(t.app.kit)]);
    await done(order, 1);
    await repeatRefunds(t.app.kit);
    const { rows } = await t.app.kit.pool.query(
      `SELECT r.amount FROM sandbox_refund r JOIN payment p ON p.provider_ref = r.intent WHERE p.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ amount: 100 }]);
  });

  test('of a transfer needs the reference of the transfer back', async () => {
    const order = await t.place();
    await begin(order, { method: 'transfer' });
    await confirmed(order);
    const lacking = await refund(order, { amount: 1 });
    expect(lacking.body.errors).toMatchObject([{ param: 'reference' }]);
    expect((await t.money(order)).refunds).toEqual([]);
    await refund(order, { amount: 1, reference: 'FT-78', valueDate: '2026-11-21' });
    expect((await t.money(order)).refunds).toMatchObject([{ state: 'succeeded', reference: 'FT-78' }]);
  });
});

test('a decision can only name a refund of its own payment, including payments by card', async () => {
  const paidByCard = async () => {
    const order = await t.place();
    await t.enter(await t.startCard(order));
    return order;
  };
  const [one, other] = [await paidByCard(), await paidByCard()];
  const refund = { action: 'refund', paymentId: await paymentId(one), amount: 1, reason: 'Too much' };
  expect((await t.decide(one, refund)).status).toBe(200);
  const made = (await t.money(one)).refunds[0];
  const foreign = { ...refund, paymentId: await paymentId(other), refundId: made?.id };
  expect((await t.decide(other, foreign)).status).toBe(409);
  // Also while the refund is still requested.
  const { rows } = await t.app.kit.pool.query(
    `INSERT INTO payment_refund (payment_id, order_id, company_id, amount, reason, check_at)
     VALUES ($1, $2, $3, 100, 'x', now() + interval '1 day') RETURNING id`,
    [refund.paymentId, one.id, t.company],
  );
  expect((await t.decide(other, { ...foreign, refundId: rows[0].id })).status).toBe(409);
  expect((await t.order(other)).steps.map(({ step }) => step)).not.toContain('refund-requested');
});
