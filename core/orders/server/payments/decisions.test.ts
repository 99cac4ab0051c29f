import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { orderTest, proofForm } from '#main/testing/test-orders.ts';
import { refundShare } from './refunds/refunded-lines.ts';
import { repeatRefunds } from './refunds/refunds.ts';

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

describe('a transfer', () => {
  test('tells the buyer where to, and pays the order when a Financial Admin confirms its amount', async () => {
    const order = await t.place();
    const begun = await begin(order, { method: 'transfer' });
    expect(begun.body.data).toMatchObject({
      state: 'pending',
      instructions: { iban: 'AE070331234567890123456', reference: order.number, amount: order.total },
    });
    expect(await t.states(order)).toEqual(['submitted', 'pending']);
    expect((await begin(order, proofForm({ method: 'transfer' }))).status).toBe(201);
    expect(await t.mailsTo('finance@rasid.test', order)).toHaveLength(1);
    const { body } = await t.finance.call('GET', '/payment?queue=to-confirm');
    expect(body.data.find((row: { orderId: number }) => row.orderId === order.id)).toMatchObject({
      hasProof: true,
      amount: order.total,
    });
    const other = await confirmed(order, order.total - 0.01);
    expect([other.status, other.body.word, other.body.code, other.body.detail]).toEqual([
      409,
      'payment-mismatch',
      '20030003',
      { expected: order.total },
    ]);
    expect((await confirmed(order)).body.data).toMatchObject({
      state: 'succeeded',
      reference: 'FT-77',
      valueDate: '2026-11-20',
    });
    const { steps } = await t.order(order);
    expect(steps.find(({ step }) => step === 'submitted')?.person?.name).toBe('Salma Haddad');
    const finance = (await t.finance.call('GET', '/session')).body.data.user;
    expect(steps.find(({ step }) => step === 'payment-paid')?.person?.id).toBe(finance.id);
    expect(await t.states(order)).toEqual(['completed', 'paid']);
  });

  test('is not confirmed without amount, date and reference, nor by the buyer, and a key confirms once', async () => {
    const order = await t.place();
    await begin(order, { method: 'transfer' });
    const id = await paymentId(order);
    const lacking = await t.decide(order, { action: 'confirm', paymentId: id });
    expect([lacking.status, lacking.body.errors[0]]).toMatchObject([418, { param: 'amount', msg: 'Required' }]);
    const body = { action: 'confirm', paymentId: id, amount: order.total, valueDate: '2026-11-20', reference: 'FT' };
    expect((await t.decide(order, body, t.buyer)).status).toBe(403);
    expect((await t.finance.call('PATCH', `/order/${order.id}/payment`, { body })).body.word).toBe(
      'idempotency-key-required',
    );
    const key = randomUUID();
    const replies = [await t.decide(order, body, t.finance, key), await t.decide(order, body, t.finance, key)];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await t.money(order)).payments).toHaveLength(1);
  });

  test('that is rejected fails with its reason, and a card then pays; a card that waits is ended for a transfer', async () => {
    const order = await t.place();
    const card = await t.startCard(order);
    await begin(order, { method: 'transfer' });
    expect((await t.enter(card)).status).toBe(404);
    await t.decide(order, { action: 'reject', paymentId: await paymentId(order), reason: 'No money came' });
    expect(await t.states(order)).toEqual(['submitted', 'failed']);
    await t.enter(await t.startCard(order));
    expect(await t.states(order)).toEqual(['completed', 'paid']);
    expect((await begin(order, { method: 'transfer' })).body.word).toBe('already-paid');
  });
});

describe('the method of an order', () => {
  test('is chosen by one call under either name of the field, also for a card, and ends a payment that waits', async () => {
    const order = await t.place();
    await begin(order, { method: 'transfer' });
    const card = await begin(order, { paymentMethodId: 'card-link' });
    expect([card.status, card.body.data]).toMatchObject([201, { provider: 'sandbox', amount: order.total }]);
    const { method, payments, steps } = await t.order(order);
    expect(method).toBe('card-link');
    expect(payments.map(({ method, state }) => [method, state])).toEqual([
      ['transfer', 'cancelled'],
      ['card', 'created'],
    ]);
    expect(steps.filter(({ step }) => step === 'method-chosen').map(({ detail }) => detail.method)).toEqual([
      'transfer',
      'card-link',
    ]);
    await t.enter(card.body.data);
    expect(await t.states(order)).toEqual(['completed', 'paid']);
  });

  test('is a card as soon as the buyer of an order by transfer begins to pay by card', async () => {
    const order = await t.place();
    await begin(order, { method: 'transfer' });
    await t.startCard(order);
    expect((await t.order(order)).method).toBe('card');
  });

  test('is named once, and the order is one of the company', async () => {
    const order = await t.place();
    expect((await begin(order, {})).body.errors).toEqual([{ param: 'method', msg: 'Required' }]);
    const two = { method: 'transfer', paymentMethodId: 'card' };
    expect((await begin(order, two)).body.errors).toEqual([{ param: 'paymentMethodId', msg: 'oneOfTwo' }]);
    const elsewhere = `/company/${t.company + 1}/order/${order.id}/payment`;
    for (const method of ['transfer', 'card'])
      expect((await t.seller.call('POST', elsewhere, { body: { method } })).status, method).toBe(404);
  });
});

test('an order comes with its payments, refunds and bills', async () => {
  const order = await t.place();
  await t.enter(await t.startCard(order));
  const [paid] = (await t.money(order)).payments;
  await t.decide(order, { action: 'refund', paymentId: paid?.id, amount: 1, reason: 'Goodwill' });
  await vi.waitFor(async () => expect(await t.bills(order)).toHaveLength(2));
  const { payments, refunds, bills } = await t.order(order);
  expect({ payments, refunds }).toEqual({
    payments: [{ ...paid, refunded: 1 }],
    refunds: (await t.money(order)).refunds,
  });
  expect(refunds).toMatchObject([{ amount: 1, state: 'succeeded' }]);
  expect(bills).toEqual(await t.bills(order));
});

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

  test('that is approved lets the order go on and is billed with its due date; the money is booked later', async () => {
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
    // Nobody waits for money that was given back.
    const [paid] = (await t.money(late)).payments;
    await t.decide(late, { action: 'refund', paymentId: paid?.id, amount: late.total, reason: 'Agreed' });
    await vi.waitFor(async () => expect((await t.states(late))[1]).toBe('refunded'));
    expect((await begin(await t.place(), form())).status).toBe(201);
  });
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
    vi.waitFor(async () => {
      const { refunds } = await t.money(order);
      expect(refunds.filter(({ state }) => state === 'succeeded')).toHaveLength(count);
      return refunds;
    });

  test('of parts is exact to the cent, leaves the order paid until the last part, and never exceeds what was paid', async () => {
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
    await vi.waitFor(async () => expect((await t.states(order))[1]).toBe('refunded'));
  });

  test('of pieces sums to the line, in whatever parts they come', () => {
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

  test('that the provider has not answered is asked for again under the same key, and is given once', async () => {
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

test('a decision names a refund of its own payment alone, also of a card', async () => {
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

test('an order of ten million dollars is not charged to a card, but paid by transfer', async () => {
  const order = await t.place(9999);
  const costs = (cents: number) =>
    t.app.kit.pool.query(
      `ALTER TABLE orders DISABLE TRIGGER USER; UPDATE orders SET subtotal = ${cents}, discount = 0, shipping = 0, tax = 0, total = ${cents} WHERE number = ` +
        `'${order.number}'; ALTER TABLE orders ENABLE TRIGGER USER`,
    );
  await costs(999_999_999);
  expect((await t.startCard(order)).amount).toBe(9_999_999.99);
  await begin(order, { method: 'transfer' });
  await costs(1_000_000_000);
  const card = await t.buyer.call('POST', '/payment', { body: { orderId: order.id } });
  expect([card.status, card.body.word]).toEqual([422, 'method-not-offered']);
  expect((await begin(order, { method: 'transfer' })).status).toBe(201);
});
