import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson, untilServed } from '#main/testing.ts';
import type { OrderRow } from '../common/order.ts';

let app: Rasid;
let admin: TestPerson;
let buyer: TestPerson;
let company: number;
let addressId: number;
const ids = new Map<string, number>();
beforeAll(async () => {
  app = await rasid();
  [admin, buyer] = [await app.signIn('super@rasid.test'), await app.signIn('other@rasid.test')];
  company = (await buyer.call('GET', '/session')).body.data.company.id;
  const { rows } = await app.kit.pool.query('SELECT id, sku FROM market_product');
  for (const { id, sku } of rows) ids.set(sku, id);
  addressId = await addressFor(company);
});
afterAll(() => app.close());

const addressFor = async (companyId: number): Promise<number> =>
  (
    await app.kit.pool.query(
      `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, 'Store', 'Khalid', '+971501234567', 233) RETURNING id`,
      [companyId],
    )
  ).rows[0].id;
const id = (sku: string): number => ids.get(`SAMPLE-${sku}`) as number;
const tanks = (qty: number) => ({
  type: 'sample-hardware',
  app: 'sample',
  devices: [{ id: 90101, solutionId: 901, qty, products: [id('LONG')] }],
});
const meters = (qty: number) => ({
  type: 'sample-meters',
  app: 'sample',
  devices: [{ id: 90301, solutionId: 903, qty, products: [] }],
});
const tokens = (qty: number) => ({ type: 'sample-tokens', app: 'sample', tokens: [{ id: id('TOKEN-12'), qty }] });

type Options = {
  companyId?: number;
  voucher?: string;
  key?: string;
  hash?: string;
  address?: number | null;
  seen?: object[];
};
async function quoteOf(orders: object[], { companyId = company, voucher, address = addressId }: Options = {}) {
  const query = new URLSearchParams({
    ...(voucher ? { voucher } : {}),
    ...(address ? { addressId: String(address) } : {}),
  });
  const reply = await admin.call('POST', `/company/${companyId}/order/validate?${query}`, { body: { orders } });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
}
async function submit(orders: object[], options: Options = {}, person = admin) {
  const { companyId = company, voucher = null, key = randomUUID(), address = addressId, seen = [] } = options;
  const hash = options.hash ?? (await quoteOf(orders, options)).hash;
  return untilServed(() =>
    person.call('POST', `/company/${companyId}/order`, {
      body: { orders, hash, addressId: address, voucher, seen },
      headers: { 'idempotency-key': key },
    }),
  );
}
const placed = async (orders: object[], options: Options = {}): Promise<OrderRow> => {
  const reply = await submit(orders, options);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
};
const detailOf = async ({ id, companyId }: OrderRow, person = admin) =>
  (await person.call('GET', `/company/${companyId}/order/${id}`)).body.data;
const change = async (order: OrderRow, action: string, reason = 'no longer needed') => {
  const { version } = await detailOf(order);
  return admin.call('PATCH', `/order/${order.id}`, { body: { action, reason, version } });
};
const namesOf = ({ nextActions }: OrderRow) => nextActions.map(({ action }) => action);
const productRow = async (sku: string) =>
  (await app.kit.pool.query('SELECT stock, reserved FROM market_product WHERE sku = $1', [sku])).rows[0];
const numberOf = (order: OrderRow): number => Number(order.number.split('-')[2]);

describe('the submission of an order', () => {
  test('stores prices and names as they are, with a number, a line of its history and a mail to the buyer', async () => {
    const order = await placed([{ ...tanks(2), plugins: [{ id: id('VALVE'), qty: 2 }] }]);
    expect(order).toMatchObject({
      status: 'submitted',
      paymentStatus: 'unpaid',
      fulfilment: 'none',
      subtotal: 330,
      shipping: 25,
      tax: 17.75,
      total: 372.75,
    });
    expect(order.number).toMatch(/^RS-20\d\d-\d{6}$/);
    expect(await productRow('SAMPLE-TANK')).toEqual({ stock: null, reserved: 0 });
    await app.kit.pool.query(
      `UPDATE market_product SET name_en = 'Renamed', price_cents = 1 WHERE sku = 'SAMPLE-TANK'`,
    );
    const detail = await detailOf(order, buyer);
    await app.kit.pool.query(
      `UPDATE market_product SET name_en = 'Tank 1', price_cents = 10000 WHERE sku = 'SAMPLE-TANK'`,
    );
    expect(
      detail.lines.map((line: Record<string, unknown>) => [line.path, line.name, line.qty, line.unit, line.net]),
    ).toEqual([
      ['0.0', 'Tank 1', 2, 100, 200],
      ['0.0.0', 'Long probe', 2, 20, 40],
      ['0.1', 'Shut-off', 2, 45, 90],
    ]);
    expect(detail.steps).toMatchObject([{ step: 'submitted', person: { name: 'Salma Haddad' } }]);
    expect(detail).toMatchObject({ address: { recipient: 'Khalid' }, billing: { legalNameEn: expect.any(String) } });
    const mails = await app.kit.pool.query(
      'SELECT subject FROM mail_outbox WHERE recipient = $1 ORDER BY id DESC LIMIT 1',
      ['other@rasid.test'],
    );
    expect(mails.rows[0].subject).toContain(`Order ${order.number}: USD 372.75`);
  });

  test('with an outdated hash of the prices is refused with the new quote and both prices of each line', async () => {
    const before = await quoteOf([tanks(1)]);
    await app.kit.pool.query(`UPDATE market_product SET price_cents = 2500 WHERE sku = 'SAMPLE-LONG'`);
    const refused = await submit([tanks(1)], { hash: before.hash });
    expect([refused.status, refused.body.word, refused.body.code]).toEqual([409, 'price-changed', '20020002']);
    expect(refused.body.detail.changes).toEqual([{ path: '0.0.0', what: 'price', was: 20, now: 25 }]);
    expect((await submit([tanks(1)], { hash: refused.body.detail.quote.hash })).status).toBe(201);
    await app.kit.pool.query(`UPDATE market_product SET price_cents = 2000 WHERE sku = 'SAMPLE-LONG'`);
  });

  test('with a hash whose quote is forgotten shows the previous prices that were sent along, or calls them unknown', async () => {
    const hash = 'f'.repeat(64);
    const changesOf = async (...nets: number[]) => {
      const seen = nets.map((net, at) => ({ path: ['0.0', '0.0.0', '0.1'][at], net }));
      return (await submit([tanks(1)], { hash, seen })).body.detail.changes;
    };
    expect(await changesOf(100, 18)).toEqual([{ path: '0.0.0', what: 'price', was: 18, now: 20 }]);
    expect(await changesOf(100, 20, 45)).toEqual([{ path: '0.1', what: 'removed', was: 45, now: null }]);
    expect(await changesOf()).toEqual([
      { path: '0.0', what: 'unknown', was: null, now: 100 },
      { path: '0.0.0', what: 'unknown', was: null, now: 20 },
    ]);
  });

  test('needs a key against repetition; a repeat is the same order, and another body under the key is refused', async () => {
    const { hash } = await quoteOf([tokens(3)]);
    const body = { orders: [tokens(3)], hash, addressId };
    const path = `/company/${company}/order`;
    const keyless = await admin.call('POST', path, { body });
    expect([keyless.status, keyless.body.word]).toEqual([400, 'idempotency-key-required']);
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await admin.call('POST', path, { body, headers }),
      await admin.call('POST', path, { body, headers }),
    ];
    expect(second.body.data).toEqual(first.body.data);
    const other = await admin.call('POST', path, { body: { ...body, note: 'other' }, headers });
    expect([other.status, other.body.word]).toEqual([409, 'idempotency-key-reused']);
  });

  test('of goods needs an address, but not an order without shipping', async () => {
    const { hash } = await quoteOf([tanks(1)]);
    expect((await submit([tanks(1)], { hash, address: null })).status).not.toBe(201);
    expect((await placed([tokens(1)], { address: null })).requiresShipping).toBe(false);
  });

  test('is only for Super Admins, and buyers read only the orders of their own company', async () => {
    const { hash } = await quoteOf([tokens(1)]);
    for (const person of [buyer, await app.signIn('finance@rasid.test')])
      expect((await submit([tokens(1)], { hash }, person)).status).toBe(403);
    const order = await placed([tokens(1)]);
    const stranger = await app.signIn('wadi@rasid.test');
    expect((await stranger.call('GET', `/company/${company}/order/${order.id}`)).status).toBe(404);
    expect((await stranger.call('GET', '/company/order')).body.data).toEqual([]);
    expect((await buyer.call('GET', '/order')).status).toBe(403);
    const own = (await buyer.call('GET', `/company/${company}/order?search=${order.number}`)).body.data;
    expect(own.map((row: OrderRow) => row.id)).toEqual([order.id]);
    const all = (await admin.call('GET', '/order?status=submitted&total[min]=1&limit=1')).body;
    expect(all.data[0].id).toBe(order.id);
  });

  test('takes at most 25 statements, as many for one line as for twenty and two hundred', async () => {
    const many = Array.from({ length: 20 }, () => tanks(1).devices[0]);
    const count = async (orders: object[]) => {
      const { hash } = await quoteOf(orders);
      return countStatements(app, () => submit(orders, { hash }));
    };
    const one = await count([tanks(1)]);
    expect(await count([{ ...tanks(1), devices: many }])).toBe(one);
    // Each device has its own line and one for its probe.
    expect(await count(Array.from({ length: 5 }, () => ({ ...tanks(1), devices: many })))).toBe(one);
    expect(one).toBeLessThanOrEqual(25);
  });
});

describe('many orders at the same time', () => {
  const expectNoGap = async () => {
    const { rows } = await app.kit.pool.query('SELECT number FROM orders ORDER BY number');
    const numbers = rows.map(({ number }) => Number(number.split('-')[2]));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  };

  test('have numbers without a gap or a repeat, also after refusals', async () => {
    const orders = [tokens(1)];
    const { hash } = await quoteOf(orders);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, at) => submit(orders, { hash: at % 4 === 0 ? 'f'.repeat(64) : hash })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(30);
    await expectNoGap();
  });

  test('never take more than the stock: the other orders are refused with the number left', async () => {
    await app.kit.pool.query(`UPDATE market_product SET stock = 100, reserved = 0 WHERE sku = 'SAMPLE-METER'`);
    const { hash } = await quoteOf([meters(1)]);
    const replies = await Promise.all(Array.from({ length: 200 }, () => submit([meters(1)], { hash })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(100);
    // This one finds the stock used up before it is priced.
    const refused = [...replies.filter(({ status }) => status !== 201), await submit([meters(1)], { hash })];
    const detail = { productId: id('METER'), sku: 'SAMPLE-METER', left: 0 };
    for (const { status, body } of refused)
      expect([status, body]).toMatchObject([409, { word: 'not-in-stock', code: '20020003', detail }]);
    const asked = await admin.call('POST', `/company/${company}/order/validate?addressId=${addressId}`, {
      body: { orders: [meters(1)] },
    });
    expect([asked.status, asked.body.word]).toEqual([400, 'order-has-problems']);
    expect(asked.body.detail.problems).toEqual([{ path: '0.0', word: 'not-in-stock', detail }]);
    expect(await productRow('SAMPLE-METER')).toEqual({ stock: 100, reserved: 100 });
    await expectNoGap();
  });

  test('use a voucher exactly as often as it allows, and once per company if it is limited so', async () => {
    const insert = (code: string, limit: number | null, once: boolean) =>
      app.kit.pool.query(
        `INSERT INTO discount (code, kind, percent, usage_limit, once_per_company) VALUES ($1, 'percentage', 10, $2, $3)`,
        [code, limit, once],
      );
    await insert('FORTY', 40, false);
    await insert('ONLYONCE', null, true);
    for (const [voucher, times, buyers, refusal] of [
      ['FORTY', 40, 200, ['voucher-used-up', '20040005']],
      ['ONLYONCE', 1, 16, ['voucher-used-by-company', '20040006']],
    ] as const) {
      const { hash } = await quoteOf([tokens(2)], { voucher });
      const replies = await Promise.all(Array.from({ length: buyers }, () => submit([tokens(2)], { hash, voucher })));
      expect(
        replies.filter(({ status }) => status === 201),
        voucher,
      ).toHaveLength(times);
      const late = await submit([tokens(2)], { hash, voucher });
      for (const { status, body } of [...replies.filter((reply) => reply.status !== 201), late])
        expect([status, body.word, body.code]).toEqual([409, ...refusal]);
      const { rows } = await app.kit.pool.query('SELECT used FROM discount WHERE code = $1', [voucher]);
      expect(rows[0].used).toBe(times);
    }
  });
});

describe('a cancelled order', () => {
  test('releases its voucher and its stock, states the reason, and can no longer be confirmed', async () => {
    await app.kit.pool.query(`UPDATE market_product SET stock = 5, reserved = 0 WHERE sku = 'SAMPLE-METER'`);
    await app.kit.pool.query(
      `INSERT INTO discount (code, kind, percent, usage_limit, once_per_company) VALUES ('BACK', 'percentage', 10, 1, true)`,
    );
    const order = await placed([meters(5)], { voucher: 'BACK' });
    expect(await productRow('SAMPLE-METER')).toEqual({ stock: 5, reserved: 5 });
    expect((await change(order, 'cancel', '')).body.word).toBe('reason-required');
    const cancelled = (await change(order, 'cancel')).body.data;
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelReason: 'no longer needed' });
    expect(namesOf(cancelled)).toEqual(['reorder', 'ticket']);
    expect(cancelled.steps.at(-1)).toMatchObject({ step: 'cancel', before: 'submitted', after: 'cancelled' });
    expect(await productRow('SAMPLE-METER')).toEqual({ stock: 5, reserved: 0 });
    expect((await placed([meters(5)], { voucher: 'BACK' })).voucher).toBe('BACK');
    const again = await change(order, 'confirm');
    expect([again.status, again.body.word, again.body.code]).toEqual([409, 'step-not-possible', '20020004']);
  });

  test('an unpaid order cannot be confirmed, and an outdated version is refused', async () => {
    const order = await placed([tokens(1)]);
    expect(order.nextActions.slice(0, 2)).toEqual([
      { action: 'confirm', by: 'Super Admin', enabled: false, why: 'not-paid' },
      { action: 'pay', by: 'buyer', enabled: true, why: null },
    ]);
    expect((await change(order, 'confirm')).body.detail).toMatchObject({ state: 'submitted', why: 'not-paid' });
    const stale = await admin.call('PATCH', `/order/${order.id}`, {
      body: { action: 'cancel', reason: 'x', version: 9 },
    });
    expect([stale.status, stale.body.word]).toEqual([409, 'changed-meanwhile']);
  });
});

test('a line of an order never changes, and every stored order has a number', async () => {
  const order = await placed([tokens(1)]);
  const { pool } = app.kit;
  await expect(pool.query('UPDATE order_line SET unit = 1 WHERE order_id = $1', [order.id])).rejects.toThrow(
    'does not change',
  );
  await expect(
    pool.query(
      `INSERT INTO orders (company_id, requires_shipping, subtotal, discount, shipping, shipping_tax, tax, total, quote_hash, billing)
       VALUES ($1, false, 0, 0, 0, 0, 0, 0, '', '{}')`,
      [company],
    ),
  ).rejects.toThrow('has no number');
  expect(numberOf(order)).toBeGreaterThan(1);
});
