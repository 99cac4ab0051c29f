import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventuallyPasses } from '#main/testing/test-device.ts';
import { orderTest } from '#main/testing/test-orders.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { storeInstallation } from '#platform/server/postgres/installation.ts';
import type { BillData } from '../../common/bill.ts';
import { issueInvoice } from './api.ts';
import { wordsOf } from './bill-data.ts';
import { worthAfter } from './credit-notes.ts';

let t: Awaited<ReturnType<typeof orderTest>>;
beforeAll(async () => {
  t = await orderTest();
});
afterAll(() => t.app.close());

type Order = Awaited<ReturnType<typeof t.place>>;
const query = (text: string, values: unknown[] = []) => t.app.kit.pool.query(text, values);
const paid = async (qty = 2): Promise<Order> => {
  const order = await t.place(qty);
  await t.enter(await t.startCard(order));
  return order;
};
const dataOf = async (order: Order, kind = 'invoice'): Promise<BillData> =>
  (await query('SELECT data FROM bill WHERE order_id = $1 AND kind = $2 ORDER BY id DESC', [order.id, kind])).rows[0]
    .data;

describe('a tax invoice', () => {
  test('is issued when the order is paid, with all that is printed, also in the currency of the country', async () => {
    const order = await paid();
    const [invoice] = await t.bills(order);
    expect(invoice).toMatchObject({ kind: 'invoice', total: order.total, orderId: order.id, overdue: false });
    expect(invoice?.number).toMatch(/^INV-20\d\d-\d{6}$/);
    const data = await dataOf(order);
    expect(data).toMatchObject({
      order: order.number,
      seller: { trn: '100000000000003', iban: 'AE070331234567890123456' },
      totals: { net: 4800, tax: 240, total: 5040, taxPercent: 5 },
      local: { currency: 'AED', perDollar: 3.6725, tax: 881, total: 18509 },
      words: { en: 'Only fifty US dollars and 40 cents' },
      bothLanguages: false,
      taxQr: null,
    });
    expect(data.words?.ar).toMatch(/^فقط خمسون دولارًا أمريكيًا و40 سنتًا لا غير$/);
    expect(data.lines).toMatchObject([{ sku: 'SAMPLE-TOKEN-12', qty: 2, unit: 2400, net: 4800, tax: 240 }]);
  });

  test('is issued once, and its numbers have no gap after rollbacks', async () => {
    const numbers: string[] = [];
    for (let n = 0; n < 3; n++) {
      const rolledBack = await t.place();
      await expect(
        inSystem(t.app.kit.db, async (tx) => {
          await issueInvoice(tx, rolledBack.id);
          await issueInvoice(tx, rolledBack.id);
          throw new Error('rolled back');
        }),
      ).rejects.toThrow('rolled back');
      numbers.push((await t.bills(await paid()))[0]?.number ?? '');
    }
    await Promise.all(
      Array.from({ length: 5 }, async () => numbers.push((await t.bills(await paid(1)))[0]?.number ?? '')),
    );
    const { rows } = await query(`SELECT seq FROM bill WHERE kind = 'invoice' ORDER BY seq`);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
    expect(new Set(numbers).size).toBe(8);
  });

  test('is dated in the zone of the platform, and numbered as its orders by what the installation has chosen', async () => {
    const numbers = { order: 'MD', invoice: 'TI', creditNote: 'TC' };
    await storeInstallation(t.app.kit.pool, { timeZone: 'Pacific/Kiritimati', country: 'KI', numbers });
    const order = await paid();
    await storeInstallation(t.app.kit.pool, { timeZone: 'Pacific/Pago_Pago', country: 'WS', numbers });
    const later = await paid();
    await storeInstallation(t.app.kit.pool, {
      timeZone: 'Asia/Dubai',
      country: 'AE',
      numbers: { order: 'RS', invoice: 'INV', creditNote: 'CN' },
    });
    expect(order.number).toMatch(/^MD-20\d\d-\d{6}$/);
    const [first, second] = [await dataOf(order), await dataOf(later)];
    expect(first.number).toMatch(/^TI-20\d\d-\d{6}$/);
    // The two zones are 25 hours apart.
    expect(second.issuedOn < first.issuedOn).toBe(true);
  });

  test('never changes: not even the database roles of the server may change it', async () => {
    const order = await paid();
    for (const statement of [`UPDATE bill SET total = 1 WHERE order_id = ${order.id}`, 'DELETE FROM bill'])
      await expect(
        inSystem(t.app.kit.db, (tx) => tx.executeQuery({ sql: statement, parameters: [] } as never)),
      ).rejects.toThrow('permission denied');
  });

  test('can be read by the buyer and the platform’s finance, and verified by anyone who has its code', async () => {
    const order = await paid();
    const { rows } = await query('SELECT code, number FROM bill WHERE order_id = $1', [order.id]);
    const shown = await t.app.anonymous.call('GET', `/order/bill/${rows[0].code}`);
    expect(shown.body.data).toMatchObject({ number: rows[0].number, total: order.total, kind: 'invoice' });
    expect((await t.app.anonymous.call('GET', '/order/bill/0c5b6f9e-8a53-4a53-9d5e-0a8a4a7b1a11')).status).toBe(404);
    const stranger = await t.app.signIn('wadi@rasid.test');
    expect((await stranger.call('GET', `/company/${t.company}/order/${order.id}/bill`)).status).toBe(404);
    const listed = await t.finance.call('GET', `/order/bill?search=${rows[0].number}`);
    expect(listed.body.data).toMatchObject([{ number: rows[0].number }]);
    expect((await t.buyer.call('GET', '/order/bill')).status).toBe(403);
  });
});

describe('a credit note', () => {
  test('refers to the invoice and states its value before and after, and the difference; the next one continues from there', async () => {
    const order = await paid(3);
    const paymentId = (await t.money(order)).payments[0]?.id;
    for (const amount of [10, 20]) {
      await t.decide(order, { action: 'refund', paymentId, amount, reason: 'Agreed' });
      await eventuallyPasses(async () =>
        expect((await t.money(order)).refunds.every(({ state }) => state === 'succeeded')).toBe(true),
      );
    }
    const data = await dataOf(order, 'credit-note');
    const [invoice] = await t.bills(order);
    expect(data.credit).toEqual({
      invoice: invoice?.number,
      invoicedOn: expect.any(String),
      reason: 'Agreed',
      before: { net: 6248, tax: 312, total: 6560 },
      after: { net: 4343, tax: 217, total: 4560 },
    });
    expect(data.totals).toMatchObject({ net: 1905, tax: 95, total: 2000 });
  });

  test('of parts takes back the tax of the invoice to the cent', () => {
    const invoice = { net: 7200, tax: 361, total: 7561 };
    let left = invoice.total;
    let tax = 0;
    for (let given = 0; given < invoice.total; given += 97) {
      const part = Math.min(97, invoice.total - given);
      tax += worthAfter(invoice, given).tax - worthAfter(invoice, given + part).tax;
      left -= part;
    }
    expect([left, tax]).toEqual([0, 361]);
  });
});

test('a bill of ten million dollars does not spell out its amount', () => {
  expect(wordsOf(999_999_999)?.en).toMatch(/^Only nine million/);
  expect(wordsOf(1_000_000_000)).toBeNull();
});

test('a bill to Saudi Arabia is in both languages and has the QR code of the tax authority', async () => {
  const saudi = await orderTest('wadi@rasid.test');
  const order = await saudi.place();
  await saudi.enter(await saudi.startCard(order));
  const { rows } = await saudi.app.kit.pool.query('SELECT data FROM bill WHERE order_id = $1', [order.id]);
  const { bothLanguages, taxQr, local, seller } = rows[0].data as BillData;
  expect([bothLanguages, local?.currency]).toEqual([true, 'SAR']);
  const bytes = Buffer.from(taxQr ?? '', 'base64');
  const values: string[] = [];
  for (let at = 0; at < bytes.length; at += 2 + (bytes[at + 1] ?? 0))
    values.push(bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0)).toString('utf8'));
  expect([values[0], values[1]]).toEqual([seller.name.ar, '300000000000003']);
  expect(values.slice(3)).toEqual([local?.total, local?.tax].map((minor) => ((minor ?? 0) / 100).toFixed(2)));
  await saudi.app.close();
});
