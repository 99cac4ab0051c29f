import { afterAll, describe, expect, test } from 'vitest';
import { order, startShop } from '#main/testing/test-shop.ts';

const { app, customer, company, id, tank, validate, voucher } = await startShop();
afterAll(() => app.close());

describe('a voucher', () => {
  const asked = () => [order({ devices: [tank(10, 'SHORT')] })];

  test('reduces every line that it is for, and is shown in the quote', async () => {
    await voucher('TEN');
    const { quote } = await validate(asked(), 'countryId=233&voucher=ten');
    expect(quote.totals).toMatchObject({ subtotal: 1000, discount: 100, total: (900 + 25) * 1.05 });
    expect(quote.voucher).toBe('TEN');
  });

  test('for an app applies to the lines of that app, but not to included ones', async () => {
    await voucher('OFAPP', { scope: 'app', targets: ['sample'] });
    const { quote } = await validate(asked(), 'countryId=233&voucher=OFAPP');
    expect(quote.totals.discount).toBe(100);
    await voucher('OFOTHER', { scope: 'app', targets: ['rooms'] });
    await voucher('OFINCLUDED', { scope: 'product', targets: [String(id('STATEMENT'))] });
    for (const code of ['OFOTHER', 'OFINCLUDED']) {
      const orders = [order({ devices: [tank(10, 'SHORT', 'STATEMENT')] })];
      const { problems } = await validate(orders, `countryId=233&voucher=${code}`);
      expect(problems.map(({ word }) => word)).toEqual(['voucher-nothing-matches']);
    }
  });

  test('that is changed changes the hash of the quotes that it is part of', async () => {
    const seller = await app.signIn('super@rasid.test');
    await voucher('CHANGED');
    const hash = async () => (await validate(asked(), 'countryId=233&voucher=CHANGED')).quote.hash;
    const before = await hash();
    expect(await hash()).toBe(before);
    const { rows } = await app.kit.pool.query(`SELECT id FROM discount WHERE code = 'CHANGED'`);
    expect((await seller.call('PATCH', `/discount/${rows[0].id}`, { body: { usageLimit: 5 } })).status).toBe(200);
    expect(await hash()).not.toBe(before);
  });

  test('that cannot be used states the reason, and the order is priced without it', async () => {
    const day = 86_400_000;
    const at = (days: number) => new Date(Date.now() + days * day).toISOString();
    await voucher('LATER', { valid_from: at(1) });
    await voucher('ENDED', { valid_to: at(-1) });
    await voucher('OFF', { active: false });
    await voucher('USEDUP', { usage_limit: 1, used: 1 });
    await voucher('OTHERS', { company_id: company + 1 });
    await voucher('NOTHING', { scope: 'product', targets: [String(id('METER'))] });
    await voucher('MINIMUM', { minimum_cents: 104_800 });
    await voucher('ONCE', { once_per_company: true });
    await app.kit.pool.query(
      `INSERT INTO discount_redemption (discount_id, order_id, company_id, amount_cents, once_per_company) SELECT id, 1, $1, 1, true FROM discount WHERE code = 'ONCE'`,
      [company],
    );
    const words = [
      ['LATER', 'voucher-not-started'],
      ['ENDED', 'voucher-ended'],
      ['OFF', 'voucher-off'],
      ['USEDUP', 'voucher-used-up'],
      ['OTHERS', 'voucher-unknown'],
      ['NOTHING', 'voucher-nothing-matches'],
      ['MINIMUM', 'voucher-minimum'],
      ['ONCE', 'voucher-used-by-company'],
      ['NONE', 'voucher-unknown'],
    ] as const;
    for (const [code, word] of words) {
      const { problems, quote } = await validate(asked(), `countryId=233&voucher=${code}`);
      expect(
        problems.map((problem) => [problem.path, problem.word]),
        code,
      ).toEqual([['voucher', word]]);
      expect(quote.totals, code).toMatchObject({ discount: 0, total: 1025 * 1.05 });
      expect(quote.voucher, code).toBeNull();
    }
    const { problems } = await validate(asked(), 'countryId=233&voucher=MINIMUM');
    expect(problems[0]?.detail).toEqual({ minimum: 1048, missing: 48 });
  });
});

describe('guesses of vouchers', () => {
  const look = (code: string, headers: Record<string, string> = {}) =>
    customer.call('GET', `/discount/voucher/${code}`, { headers });
  const wrongSoFar = (count: number) =>
    app.kit.pool.query(
      `INSERT INTO wrong_guess (guesser, guesses) SELECT $1, array_agg(n::text) FROM generate_series(1, $2::integer) n
       ON CONFLICT (guesser) DO UPDATE SET guesses = excluded.guesses`,
      [`voucher of company ${company}`, count],
    );

  test('are limited by person, however the authorization header is spelled', async () => {
    await wrongSoFar(1);
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) {
      const scheme = ['Bearer', 'bearer', 'BEARER', 'bEaReR'][n % 4];
      statuses.push((await look('SPELLED', { authorization: `${scheme} ${customer.token}` })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(404), 429]);
  });

  test('are limited by company and day, over all calls together', async () => {
    await wrongSoFar(49);
    const orders = [order({ devices: [tank(1, 'SHORT')] })];
    const first = await validate(orders, 'countryId=233&voucher=FIFTIETH');
    expect(first.problems.map(({ word }) => word)).toEqual(['voucher-unknown']);
    expect((await validate(orders, 'countryId=233&voucher=ONE-MORE')).word).toBe('too-many-guesses');
    expect((await validate(orders, 'countryId=233&voucher=FIFTIETH')).word).toBe('order-has-problems');
    expect((await validate(orders)).status).toBe(200);
    await wrongSoFar(1);
  });

  test('are not counted if they are right, or the same as before', async () => {
    await wrongSoFar(48);
    await voucher('RIGHT');
    const orders = [order({ devices: [tank(1, 'SHORT')] })];
    for (const code of ['RIGHT', 'SAME', 'SAME', 'RIGHT', 'SAME']) {
      expect((await validate(orders, `countryId=233&voucher=${code}`)).word).not.toBe('too-many-guesses');
    }
    await wrongSoFar(1);
  });
});
