import { afterAll, expect, test } from 'vitest';
import { order, startShop } from '#main/testing/test-shop.ts';
import { countStatements } from '#main/testing.ts';

const { app, company, id, tank, validate } = await startShop();
afterAll(() => app.close());

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
  // 392 and 25 for shipping, plus 5 %.
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

test('a package is priced once, its contents are included, and neither their stock nor their limits count', async () => {
  const kits = (qty: number) => order({ type: 'sample-kits', packages: [{ id: id('KIT'), qty }] });
  const { status, quote } = await validate([kits(60)]);
  expect(status).toBe(200);
  expect(
    quote.lines.map(({ path, parent, sku, qty, unit, net, included, solutionId }) => [
      ...[path, parent, sku, qty, unit, net, included, solutionId],
    ]),
  ).toEqual([
    ['0.0', null, 'SAMPLE-KIT', 60, 150, 9000, false, null],
    ['0.0.0', '0.0', 'SAMPLE-TANK', 60, 0, 0, true, 901],
    // 100 are left.
    ['0.0.1', '0.0', 'SAMPLE-METER', 120, 0, 0, true, 903],
  ]);
  expect(quote.totals).toMatchObject({
    hardwarePrice: 0,
    devicesCount: 0,
    subtotal: 9000,
    tax: 451.25,
    total: 9476.25,
  });
  // Kits leave the meters to those who buy them alone.
  const meters = order({ type: 'sample-meters', devices: [{ id: 90301, solutionId: 903, qty: 100, products: [] }] });
  expect((await validate([kits(60), meters])).status).toBe(200);
  // A cart may be full of packages.
  const full = { ...kits(1), packages: Array.from({ length: 200 }, () => ({ id: id('KIT'), qty: 1 })) };
  expect((await validate([full])).status).toBe(200);
});

test('a package is sold while one of its contents is not sold alone', async () => {
  const sell = (active: boolean) =>
    app.kit.pool.query(`UPDATE market_product SET active = $1 WHERE sku = 'SAMPLE-METER'`, [active]);
  await sell(false);
  const { status, quote } = await validate([order({ type: 'sample-kits', packages: [{ id: id('KIT'), qty: 1 }] })]);
  await sell(true);
  expect([status, quote.lines.length]).toEqual([200, 3]);
});

test('a cart of only subscriptions is neither shipped nor charged for shipping', async () => {
  const { quote } = await validate([order({ type: 'sample-tokens', tokens: [{ id: id('TOKEN-12'), qty: 3 }] })]);
  expect(quote.totals).toMatchObject({ shipping: 0, tax: 3.6, total: 75.6 });
  expect(quote.requiresShipping).toBe(false);
});

test('validation does not write, and takes the same statements for one line and for two hundred', async () => {
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

test('the hash of a quote represents its prices: it changes only with a price', async () => {
  const asked = [order({ devices: [tank(1, 'LONG')] })];
  const first = await validate(asked);
  expect((await validate(asked)).quote.hash).toBe(first.quote.hash);
  await app.kit.pool.query(`UPDATE market_product SET price_cents = 2100 WHERE sku = 'SAMPLE-LONG'`);
  expect((await validate(asked)).quote.hash).not.toBe(first.quote.hash);
  await app.kit.pool.query(`UPDATE market_product SET price_cents = 2000 WHERE sku = 'SAMPLE-LONG'`);
});

test('the client of an integrator buys from the integrator, and not here', async () => {
  const served = await app.signIn('customer@rasid.test');
  const own = (await served.call('GET', '/session')).body.data.company.id;
  const asked = [order({ devices: [tank(1, 'SHORT')] })];
  const reply = await validate(asked, 'countryId=233', served, own);
  expect([reply.status, reply.word]).toEqual([403, 'market-hidden']);
  expect((await validate(asked, 'countryId=233', served)).status).toBe(404);
  for (const seller of ['super@rasid.test', 'finance@rasid.test'])
    expect((await validate(asked, 'countryId=233', await app.signIn(seller), own)).status).toBe(200);
});

test('lines that are not shipped are taxed at the billing address, whatever the shipping address', async () => {
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
  // The address decides, not the country that is sent along.
  const both = await validate([order({ devices: [tank(1, 'SHORT')] })], `${abroad}&countryId=233`);
  expect(both.quote.lines[0]?.taxPercent).toBe(0);
});
