import { afterAll, describe, expect, test } from 'vitest';
import { order, startShop } from '#main/testing/test-shop.ts';
import { countStatements } from '#main/testing.ts';

const { app, customer, company, id, tank, validate } = await startShop();
afterAll(() => app.close());

/** Runs a check while columns of a product have other values. */
async function withProduct(sku: string, values: Record<string, unknown>, check: () => Promise<void>): Promise<void> {
  const names = Object.keys(values);
  const set = (row: Record<string, unknown>) =>
    app.kit.pool.query(
      `UPDATE market_product SET ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} WHERE id = $1`,
      [id(sku), ...names.map((name) => row[name])],
    );
  const { rows } = await app.kit.pool.query('SELECT * FROM market_product WHERE id = $1', [id(sku)]);
  await set(values);
  await check();
  await set(rows[0]);
}
const wordsOf = async (...asked: Parameters<typeof validate>) =>
  (await validate(...asked)).problems.map(({ path, word }) => [path, word]);
const meters = (...quantities: number[]) =>
  order({
    type: 'sample-meters',
    devices: quantities.map((qty) => ({ id: 90301, solutionId: 903, qty, products: [] })),
  });

test('the name that an order type has in carts means the type of that app', async () => {
  const tokens = [{ id: id('TOKEN-12'), qty: 1 }];
  const { status, quote } = await validate([order({ type: 'tokens', tokens })]);
  expect([status, quote.lines[0]?.orderType]).toEqual([200, 'sample-tokens']);
  const elsewhere = await validate([order({ type: 'tokens', app: 'rooms', tokens })]);
  expect(elsewhere.problems[0]?.word).toBe('unknown-type');
});

test('a cart is priced line by line: quantity, included items, tax of the country, shipping', async () => {
  const { status, quote } = await validate([
    order({ devices: [tank(2, 'LONG', 'SHELTER', 'SHELTER', 'STATEMENT')], plugins: [{ id: id('VALVE'), qty: 2 }] }),
  ]);
  expect(status).toBe(200);
  expect(quote.lines.map(({ path, sku, qty, unit, included }) => [path, sku, qty, unit, included])).toEqual([
    ['0.0', 'SAMPLE-TANK', 2, 100, false],
    ['0.0.0', 'SAMPLE-LONG', 2, 20, false],
    ['0.0.1', 'SAMPLE-SHELTER', 4, 15.5, false],
    ['0.0.2', 'SAMPLE-STATEMENT', 2, 0, true],
    ['0.1', 'SAMPLE-VALVE', 2, 45, false],
  ]);
  // 392 and 25 for shipping, with 5 %.
  expect(quote.totals).toEqual({
    hardwarePrice: 200,
    devicesCount: 2,
    subtotal: 392,
    discount: 0,
    shipping: 25,
    tax: 20.85,
    total: 437.85,
  });
  expect(quote).toMatchObject({ requiresShipping: true, currency: 'USD', voucher: null });
});

test('subscriptions alone are neither sent nor charged for shipping', async () => {
  const { quote } = await validate([order({ type: 'sample-tokens', tokens: [{ id: id('TOKEN-12'), qty: 3 }] })]);
  expect(quote.totals).toMatchObject({ shipping: 0, tax: 3.6, total: 75.6 });
  expect(quote.requiresShipping).toBe(false);
});

test('validation writes nothing and takes the same statements for one line and for two hundred', async () => {
  const stored = async () =>
    (
      await app.kit.pool.query(`
        SELECT (SELECT json_agg(p ORDER BY id) FROM market_product p) AS products, (SELECT json_agg(d ORDER BY id) FROM discount d) AS vouchers,
               (SELECT count(*) FROM discount_redemption) AS redemptions, (SELECT count(*) FROM change_log) AS changes,
               (SELECT count(*) FROM mail_outbox) AS mails, (SELECT count(*) FROM orders) AS orders`)
    ).rows;
  const before = await stored();
  const count = (lines: number) =>
    countStatements(app, () => validate([order({ devices: Array.from({ length: lines }, () => tank(1, 'SHORT')) })]));
  const one = await count(1);
  expect(await count(100)).toBe(one);
  expect(one).toBeLessThanOrEqual(10);
  expect(await stored()).toEqual(before);
});

describe('a problem of an order', () => {
  test.each([
    ['a type of order that nobody takes', order({ type: 'x' }), '0', 'unknown-type'],
    ['a model that is not on sale', order({ devices: [{ ...tank(1), id: 90201 }] }), '0.0', 'not-offered'],
    [
      'a solution that the model is not for',
      () => order({ devices: [{ ...tank(1, 'SHORT'), solutionId: 903 }] }),
      '0.0',
      'wrong-solution',
    ],
    ['two of a group', () => order({ devices: [tank(1, 'SHORT', 'LONG')] }), '0.0', 'choose-one'],
    ['none of a group', () => order({ devices: [tank(1)] }), '0.0', 'choose-one'],
    [
      'too many of an option',
      () => order({ devices: [tank(1, 'SHORT', 'SHELTER', 'SHELTER', 'SHELTER')] }),
      '0.0',
      'option-quantity',
    ],
    ['an option without what it needs', () => order({ devices: [tank(1, 'SHORT', 'LOCK')] }), '0.0.1', 'needs-other'],
    ['an item that is no option', () => order({ devices: [tank(1, 'SHORT', 'VALVE')] }), '0.0.1', 'does-not-fit'],
    [
      'a plugin without its device',
      () =>
        order({
          devices: [{ id: 90301, solutionId: 903, qty: 1, products: [] }],
          plugins: [{ id: id('VALVE'), qty: 1 }],
        }),
      '0.1',
      'does-not-fit',
    ],
    [
      'a kind that the type does not sell',
      () => order({ type: 'sample-tokens', plugins: [{ id: id('VALVE'), qty: 1 }] }),
      '0.0',
      'wrong-kind',
    ],
    [
      'plugins in an order of devices only',
      () =>
        order({
          type: 'sample-meters',
          devices: [{ id: 90301, solutionId: 903, qty: 1, products: [] }],
          plugins: [{ id: id('VALVE'), qty: 1 }],
        }),
      '0.1',
      'wrong-kind',
    ],
    ['an order without its product', () => order({ plugins: [{ id: id('VALVE'), qty: 1 }] }), '0', 'empty-order'],
    [
      'an item that has no price',
      () => order({ type: 'sample-hardware', devices: [tank(1, 'SHORT')], plugins: [{ id: id('STATEMENT'), qty: 1 }] }),
      '0.1',
      'no-price',
    ],
    [
      'more than there are',
      () => order({ devices: [{ id: 90301, solutionId: 903, qty: 101, products: [] }] }),
      '0.0',
      'not-in-stock',
    ],
  ] as const)('names its line: %s', async (_, asked, path, word) => {
    const { status, problems, quote } = await validate([typeof asked === 'function' ? asked() : asked]);
    expect(status).toBe(400);
    expect(problems.map((problem) => [problem.path, problem.word])).toContainEqual([path, word]);
    expect(quote.totals.total).toBeGreaterThanOrEqual(0);
  });

  test('what is short names the day on which more arrive, until that day has passed', async () => {
    const short = async (restockOn: string | null) => {
      await app.kit.pool.query(`UPDATE market_product SET restock_on = $1 WHERE sku = 'SAMPLE-METER'`, [restockOn]);
      const { problems } = await validate([
        order({ devices: [{ id: 90301, solutionId: 903, qty: 101, products: [] }] }),
      ]);
      return problems.find(({ word }) => word === 'not-in-stock')?.detail;
    };
    const left = { productId: id('METER'), sku: 'SAMPLE-METER', left: 100 };
    expect(await short('2999-01-31')).toEqual({ ...left, restockOn: '2999-01-31' });
    expect(await short('2001-01-31')).toEqual(left);
    expect(await short(null)).toEqual(left);
  });

  test('a quantity outside the limits of a product names both; the limits themselves are allowed', async () => {
    await withProduct('METER', { min_qty: 2, max_qty: 3 }, async () => {
      for (const qty of [1, 4]) {
        const { problems } = await validate([meters(qty)]);
        expect(problems).toEqual([{ path: '0.0', word: 'quantity', detail: { min: 2, max: 3 } }]);
      }
      for (const qty of [2, 3]) expect((await validate([meters(qty)])).status).toBe(200);
    });
  });

  test('the stock of a product is compared with all lines of an order together', async () => {
    expect((await validate([meters(60, 40)])).status).toBe(200);
    expect(await wordsOf([meters(60, 41)])).toEqual([['0.0', 'not-in-stock']]);
  });

  test('an order type sells nothing of another app', async () => {
    await withProduct('METER', { app: 'rooms' }, async () =>
      expect(await wordsOf([meters(1)])).toContainEqual(['0.0', 'not-offered']),
    );
    await withProduct('TOKEN-12', { app: 'rooms' }, async () =>
      expect(
        await wordsOf([order({ type: 'sample-tokens', tokens: [{ id: id('TOKEN-12'), qty: 1 }] })]),
      ).toContainEqual(['0.0', 'not-offered']),
    );
  });

  test('a device is not sold as a package, because it would be sent without a serial number', async () => {
    expect(await wordsOf([order({ packages: [{ id: id('METER'), qty: 1 }] })])).toContainEqual(['0.0', 'wrong-kind']);
  });

  test('an option that is taken off sale is named, and an included one need not be listed', async () => {
    await withProduct('SHELTER', { active: false }, async () =>
      expect(await wordsOf([order({ devices: [tank(1, 'SHORT', 'SHELTER')] })])).toEqual([['0.0.1', 'not-offered']]),
    );
    const least = (min: number) =>
      app.kit.pool.query('UPDATE market_option SET min = $2, preset = 1 WHERE item_id = $1', [id('STATEMENT'), min]);
    await least(1);
    expect((await validate([order({ devices: [tank(1, 'SHORT')] })])).status).toBe(200);
    await least(0);
  });

  test('a subscription with devices must be sold for one of them, not for all', async () => {
    const both = order({
      devices: [tank(1, 'SHORT'), { id: 90301, solutionId: 903, qty: 1, products: [] }],
      tokens: [{ id: id('TOKEN-12'), qty: 1 }],
    });
    await withProduct('TOKEN-12', { solution_ids: [903] }, async () => expect(await wordsOf([both])).toEqual([]));
    await withProduct('TOKEN-12', { solution_ids: [902] }, async () =>
      expect(await wordsOf([both])).toEqual([['0.2', 'subscription-without-device']]),
    );
  });

  test('a country that is not delivered to is a problem of the address', async () => {
    const { problems } = await validate([order({ devices: [tank(1, 'SHORT')] })], 'countryId=1');
    expect(problems).toEqual([{ path: 'address', word: 'no-shipping-to-country', detail: {} }]);
  });

  test('an unknown field of the payload is refused', async () => {
    const reply = await customer.call('POST', `/company/${company}/order/validate`, {
      body: { orders: [{ ...order({}), price: 1 }] },
    });
    expect(reply.status).toBe(418);
  });
});

describe('an agreed rate', () => {
  test('of the company for the app holds before all others', async () => {
    const rate = (values: string) =>
      app.kit.pool.query(`INSERT INTO discount_rate (company_id, company_type, app, percent) VALUES (${values})`);
    const total = async () => (await validate([order({ devices: [tank(1, 'SHORT')] })])).quote.totals.discount;
    await rate(`NULL, 'Customer', NULL, 5`);
    expect(await total()).toBe(5);
    await rate(`NULL, 'Customer', 'sample', 7`);
    expect(await total()).toBe(7);
    await rate(`${company}, NULL, NULL, 11`);
    expect(await total()).toBe(11);
    await rate(`${company}, NULL, 'sample', 13`);
    expect(await total()).toBe(13);
    await app.kit.pool.query('DELETE FROM discount_rate');
  });

  test('holds from its first to its last day', async () => {
    const discount = async (first: number, last: number) => {
      await app.kit.pool.query(
        `INSERT INTO discount_rate (company_id, percent, valid_from, valid_to)
         VALUES ($1, 10, current_date + $2::integer, current_date + $3::integer)`,
        [company, first, last],
      );
      const { quote } = await validate([order({ devices: [tank(1, 'SHORT')] })]);
      await app.kit.pool.query('DELETE FROM discount_rate');
      return quote.totals.discount;
    };
    expect(await discount(-1, 0)).toBe(10);
    expect(await discount(0, 1)).toBe(10);
    expect(await discount(1, 2)).toBe(0);
    expect(await discount(-2, -1)).toBe(0);
  });
});

test('the hash of a quote stands for its prices: it changes with a price and stays otherwise', async () => {
  const asked = [order({ devices: [tank(1, 'LONG')] })];
  const first = await validate(asked);
  expect((await validate(asked)).quote.hash).toBe(first.quote.hash);
  await app.kit.pool.query(`UPDATE market_product SET price_cents = 2100 WHERE sku = 'SAMPLE-LONG'`);
  expect((await validate(asked)).quote.hash).not.toBe(first.quote.hash);
  await app.kit.pool.query(`UPDATE market_product SET price_cents = 2000 WHERE sku = 'SAMPLE-LONG'`);
});

test('the hash of a quote stands for the country whose tax is charged, also where the prices are the same', async () => {
  const tokens = [order({ type: 'sample-tokens', tokens: [{ id: id('TOKEN-12'), qty: 1 }] })];
  await app.kit.pool.query(
    `INSERT INTO market_country (country_id, valid_from, tax_percent, seller_trn, shipping_cents, currency, per_dollar)
     SELECT 1, valid_from, tax_percent, seller_trn, shipping_cents, currency, per_dollar FROM market_country WHERE country_id = 233 LIMIT 1`,
  );
  const [here, there] = [await validate(tokens, 'countryId=233'), await validate(tokens, 'countryId=1')];
  await app.kit.pool.query('DELETE FROM market_country WHERE country_id = 1');
  expect(there.quote.totals).toEqual(here.quote.totals);
  expect(there.quote.hash).not.toBe(here.quote.hash);
});

test('the terms of a country that are valid from tomorrow do not apply yet', async () => {
  await app.kit.pool.query(
    `INSERT INTO market_country (country_id, valid_from, tax_percent, seller_trn, shipping_cents, currency, per_dollar)
     SELECT country_id, current_date + 1, 15, seller_trn, 9900, currency, per_dollar FROM market_country WHERE country_id = 233 LIMIT 1`,
  );
  const { quote } = await validate([order({ devices: [tank(1, 'SHORT')] })]);
  await app.kit.pool.query('DELETE FROM market_country WHERE valid_from > current_date');
  expect(quote.totals).toMatchObject({ shipping: 25, tax: 6.25 });
});

test('a company that an integrator serves buys from it, and not here', async () => {
  const served = await app.signIn('customer@rasid.test');
  const own = (await served.call('GET', '/session')).body.data.company.id;
  const asked = [order({ devices: [tank(1, 'SHORT')] })];
  const reply = await validate(asked, 'countryId=233', served, own);
  expect([reply.status, reply.word]).toEqual([403, 'market-hidden']);
  expect((await validate(asked, 'countryId=233', served)).status).toBe(404);
  for (const seller of ['super@rasid.test', 'finance@rasid.test'])
    expect((await validate(asked, 'countryId=233', await app.signIn(seller), own)).status).toBe(200);
});

test('what is not sent is taxed where it is billed, whatever address comes along', async () => {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO company_address (company_id, label, recipient, phone, country_id)
     SELECT $1, 'Abroad', 'Nora', '+97455123456', country_id FROM market_country WHERE tax_percent = 0 LIMIT 1 RETURNING id`,
    [company],
  );
  const abroad = `addressId=${rows[0].id}`;
  const { quote } = await validate(
    [order({ type: 'sample-tokens', tokens: [{ id: id('TOKEN-12'), qty: 1 }] })],
    abroad,
  );
  expect(quote.lines[0]?.taxPercent).toBe(5);
  const sent = await validate([order({ devices: [tank(1, 'SHORT')] })], abroad);
  expect(sent.quote.lines[0]?.taxPercent).toBe(0);
  // The address counts, not the country that comes along.
  const both = await validate([order({ devices: [tank(1, 'SHORT')] })], `${abroad}&countryId=233`);
  expect(both.quote.lines[0]?.taxPercent).toBe(0);
});

test('the address of another company changes neither tax nor shipping', async () => {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO company_address (company_id, label, recipient, phone, country_id)
     SELECT (SELECT min(id) FROM company WHERE id <> $1), 'Abroad', 'Nora', '+97455123456', country_id
       FROM market_country WHERE tax_percent = 0 LIMIT 1 RETURNING id`,
    [company],
  );
  const { quote } = await validate([order({ devices: [tank(1, 'SHORT')] })], `countryId=233&addressId=${rows[0].id}`);
  expect(quote.lines[0]?.taxPercent).toBe(5);
});
