import { afterAll, beforeAll, expect, test } from 'vitest';
import { ordersDemo } from '#core/orders/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { demoGoods } from './demo-orders.ts';

let app: Rasid;
let seller: TestPerson;
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

test('the demo orders are spread over sixty days, and steps, bills, parcels and devices bear the day on which they happened', async () => {
  const { rows } = await app.kit.pool.query(`
    SELECT o.number, extract(day FROM now() - o.submitted_at)::integer AS days, o.submitted_at <= min(s.at) AND max(s.at) <= now() AS ordered,
           coalesce(bool_and(b.issued_at >= o.submitted_at AND (b.data ->> 'issuedOn')::date = (b.issued_at AT TIME ZONE 'Asia/Dubai')::date), true) AS billed,
           (SELECT bool_and(d.created_at >= o.submitted_at AND d.created_at = u.done_at) FROM deploy_unit u JOIN device d ON d.id = u.device_id
             WHERE u.order_id = o.id AND u.state = 'done') AS made
      FROM orders o JOIN orders_step s ON s.subject_id = o.id LEFT JOIN bill b ON b.order_id = o.id GROUP BY o.id ORDER BY o.number`);
  const days: number[] = rows.map((row) => row.days);
  expect(days).toEqual([...days].sort((a, b) => b - a));
  expect([(days[0] ?? 0) > 55, (days.at(-1) ?? 9) <= 1]).toEqual([true, true]);
  expect(rows.filter(({ ordered, billed, made }) => !ordered || !billed || made === false)).toEqual([]);
});

test('no unpaid demo order is so old that it ends by itself within a week', async () => {
  const { rows } = await app.kit.pool.query(
    `SELECT count(*)::integer AS count FROM orders WHERE status = 'submitted' AND submitted_at < now() - interval '7 days'`,
  );
  expect(rows[0].count).toBe(0);
});
