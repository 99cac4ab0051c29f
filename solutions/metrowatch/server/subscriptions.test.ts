import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderTest } from '#main/testing/test-orders.ts';

let shop: Awaited<ReturnType<typeof orderTest>>;
beforeAll(async () => {
  shop = await orderTest();
});
afterAll(() => shop.app.close());

const query = async (text: string, values: unknown[] = []) => (await shop.app.kit.pool.query(text, values)).rows;
const padlock = 12;
const tracker = 14;

/** Buys a subscription, and returns what each device of the solutions answers to its renewal with it. */
async function renewals(sku: string, solutions: readonly number[]): Promise<(string | undefined)[]> {
  const orders = [
    { type: 'metrowatch-tokens', app: 'metrowatch', tokens: [{ id: await shop.product(sku), qty: solutions.length }] },
  ];
  await shop.enter(await shop.startCard(await shop.placeOrders(orders)));
  const answers: (string | undefined)[] = [];
  for (const solution of solutions) {
    const [token] = await query(
      `SELECT t.id FROM device_token t JOIN device d ON d.id = t.device_id
        WHERE d.company_id = $1 AND d.solution_id = $2 AND t.expiration_at IS NOT NULL LIMIT 1`,
      [shop.company, solution],
    );
    const [stock] = await query(
      `SELECT max(id) AS id FROM device_token WHERE company_id = $1 AND device_id IS NULL AND used_for IS NULL`,
      [shop.company],
    );
    const renewed = await shop.buyer.call('POST', `/token/${token.id}/renew`, { body: { tokenId: stock.id } });
    answers.push(renewed.body.word);
  }
  return answers;
}

test('a lock subscription renews padlocks, and no tracker', async () => {
  expect(await renewals('METROWATCH-TOKEN-12', [padlock, tracker])).toEqual([undefined, 'token-does-not-fit']);
});

test('a subscription is sold for every solution whose devices need one', async () => {
  const rows = await query(`
    SELECT d.app, s.solution FROM market_product d CROSS JOIN LATERAL unnest(d.solution_ids) AS s (solution)
     WHERE d.kind = 'device' AND d.app = 'metrowatch' AND d.active
       AND NOT EXISTS (SELECT FROM market_product t WHERE t.kind = 'tokenPackage' AND t.app = d.app AND t.active
                          AND t.price_cents > 0 AND (t.solution_ids = '{}' OR s.solution = ANY (t.solution_ids)))`);
  expect(rows).toEqual([]);
});

test('a tracking subscription renews a tracker, and no padlock', async () => {
  expect(await renewals('METROWATCH-TRACKING-12', [tracker, padlock])).toEqual([undefined, 'token-does-not-fit']);
});
