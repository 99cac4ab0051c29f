import { afterAll, describe, expect, test } from 'vitest';
import { order, startShop } from '#main/testing/test-shop.ts';

const { app, company, id, tank, validate } = await startShop();
afterAll(() => app.close());

describe('an agreed rate', () => {
  test('of the company for the app takes precedence over all others', async () => {
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

  test('is valid from its first to its last day', async () => {
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

test('the hash of a quote depends on the country whose tax is charged, even if the prices are the same', async () => {
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
