import { afterAll, describe, expect, test } from 'vitest';
import { order, startShop } from '#main/testing/test-shop.ts';

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

  test('the shortage of a product states the day of the next delivery, until that day has passed', async () => {
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

  test('a problem with a quantity states both limits of the product, which are themselves allowed', async () => {
    await withProduct('METER', { min_qty: 2, max_qty: 3 }, async () => {
      for (const qty of [1, 4]) {
        const { problems } = await validate([meters(qty)]);
        expect(problems).toEqual([{ path: '0.0', word: 'quantity', detail: { min: 2, max: 3 } }]);
      }
      for (const qty of [2, 3]) expect((await validate([meters(qty)])).status).toBe(200);
    });
  });

  test('the stock of a product must suffice for all lines of an order together', async () => {
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

  test('an option that is taken off sale is reported, and an included one need not be listed', async () => {
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
