import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventuallyPasses } from '#main/testing/test-device.ts';
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

describe('a transfer', () => {
  test('names the account for the buyer, and pays the order when a Financial Admin confirms its amount', async () => {
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
  await eventuallyPasses(async () => expect(await t.bills(order)).toHaveLength(2));
  const { payments, refunds, bills } = await t.order(order);
  expect({ payments, refunds }).toEqual({
    payments: [{ ...paid, refunded: 1 }],
    refunds: (await t.money(order)).refunds,
  });
  expect(refunds).toMatchObject([{ amount: 1, state: 'succeeded' }]);
  expect(bills).toEqual(await t.bills(order));
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
