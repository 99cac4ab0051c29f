import { afterAll, beforeAll, expect, test } from 'vitest';
import { ordersDemo } from '#core/orders/server/api.ts';
import { type Person, type Rasid, rasid } from '#main/testing.ts';
import { demoGoods } from './demo-orders.ts';

let app: Rasid;
let seller: Person;
beforeAll(async () => {
  app = await rasid();
  await ordersDemo(app.kit, demoGoods);
  seller = await app.signIn('super@rasid.test');
});
afterAll(() => app.close());

const read = async (path: string, person = seller) => (await person.call('GET', path)).body.data;

test('the demo has twelve orders in all states, one with two deploy errors and one that is partly shipped', async () => {
  const orders: Record<string, unknown>[] = await read('/order?limit=100');
  expect(orders).toHaveLength(12);
  const count = (key: string) => Object.groupBy(orders, (order) => String(order[key]));
  expect(Object.keys(count('status')).sort()).toEqual(['cancelled', 'completed', 'confirmed', 'deployed', 'submitted']);
  expect(Object.keys(count('paymentStatus')).sort()).toEqual(['failed', 'paid', 'pending', 'refunded', 'unpaid']);
  expect(count('fulfilment')['partially-shipped']).toHaveLength(1);
  const errors = orders.map(({ work }) => (work as { errorUnits: number }).errorUnits).filter((n) => n > 0);
  expect(errors).toEqual([2]);
  const numbers = orders.map(({ number }) => String(number)).sort();
  expect(numbers.at(-1)).toMatch(/-000012$/);
});

test('the demo refunds an order with a credit note, and bills a Saudi company in both languages with 15 % tax', async () => {
  const { rows } = await app.kit.pool.query(
    `SELECT b.kind, b.number, b.data, c.email FROM bill b JOIN company c ON c.id = b.company_id ORDER BY b.id`,
  );
  expect(rows.filter(({ kind }) => kind === 'credit-note')).toHaveLength(1);
  const saudi = rows.find(({ email }) => email === 'office@wadi.test');
  expect(saudi.data).toMatchObject({ bothLanguages: true, totals: { taxPercent: 15 }, taxQr: expect.any(String) });
});

test('the demo has a voucher of each kind, one of them used up, and open, declined and accepted order requests', async () => {
  const vouchers: { code: string; state: string }[] = await read('/discount');
  expect(vouchers.map(({ code, state }) => [code, state]).sort()).toEqual([
    ['METERS50', 'running'],
    ['USEDUP', 'used-up'],
    ['WELCOME10', 'running'],
  ]);
  const requests: { state: string }[] = await read('/order/intention');
  expect(requests.map(({ state }) => state).sort()).toEqual(['checked-out', 'declined', 'open', 'open']);
});
