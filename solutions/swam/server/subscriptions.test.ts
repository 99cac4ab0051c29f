import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderTest } from '#main/testing/test-orders.ts';

const gas = 7;
const water = 8;
const tankLevel = 2;
const tank = { id: 201, solutionId: tankLevel, qty: 1 };
const meter = { id: 801, solutionId: water, qty: 1 };

let shop: Awaited<ReturnType<typeof orderTest>>;
let meterToken: number;
beforeAll(async () => {
  shop = await orderTest();
  meterToken = await shop.product('SWAM-METER-TOKEN-12');
});
afterAll(() => shop.app.close());

const hardware = (devices: object[], tokens: object[]) => [{ type: 'swam-hardware', app: 'swam', devices, tokens }];
async function paid(orders: object[]) {
  const order = await shop.placeOrders(orders);
  await shop.enter(await shop.startCard(order));
  return shop.order(order);
}
/** The subscription of an installed device of a solution. */
async function tokenOf(solution: number): Promise<number> {
  const { rows } = await shop.app.kit.pool.query(
    `SELECT t.id FROM device_token t JOIN device d ON d.id = t.device_id
      WHERE d.company_id = $1 AND d.solution_id = $2 AND t.expiration_at IS NOT NULL LIMIT 1`,
    [shop.company, solution],
  );
  return rows[0].id;
}
const stock = async () =>
  (await shop.buyer.call('GET', '/token?status=unassigned&app=swam&limit=100')).body.data as {
    id: number;
    solutionIds: number[];
  }[];

test('a meter subscription from stock renews a gas meter and a water meter, and no tank', async () => {
  const before = (await stock()).map(({ id }) => id);
  await paid([{ type: 'swam-tokens', app: 'swam', tokens: [{ id: meterToken, qty: 2 }] }]);
  const bought = (await stock()).filter(({ id }) => !before.includes(id));
  expect(bought.map(({ solutionIds }) => solutionIds)).toEqual([
    [7, 8, 9, 17],
    [7, 8, 9, 17],
  ]);
  const renew = async (solution: number, tokenId: number | undefined) =>
    (await shop.buyer.call('POST', `/token/${await tokenOf(solution)}/renew`, { body: { tokenId } })).body.word;
  expect(await renew(tankLevel, bought[0]?.id)).toBe('token-does-not-fit');
  expect(await renew(gas, bought[0]?.id)).toBeUndefined();
  expect(await renew(water, bought[1]?.id)).toBeUndefined();
});

test('a meter subscription that is ordered with a tank and a meter is for the meter', async () => {
  const { lines, units } = await paid(hardware([tank, meter], [{ id: meterToken, qty: 1 }]));
  const monthsOf = (sku: string) =>
    units.filter(({ lineId }) => lines.find(({ id }) => id === lineId)?.sku === sku).map(({ months }) => months);
  expect([monthsOf('SWAM-201'), monthsOf('SWAM-801')]).toEqual([[12], [24]]);
});

test('a meter subscription that is ordered only with a tank is a problem of its line', async () => {
  const { status, body } = await shop.validate(hardware([tank], [{ id: meterToken, qty: 1 }]));
  expect([status, body.detail.problems]).toEqual([
    400,
    [{ path: '0.1', word: 'subscription-without-device', detail: { sku: 'SWAM-METER-TOKEN-12' } }],
  ]);
});

test('subscriptions for which an order has too few devices go into stock for what they were sold for', async () => {
  const before = (await stock()).map(({ id }) => id);
  const { units } = await paid(hardware([tank, meter], [{ id: meterToken, qty: 3 }]));
  expect(units.map(({ state, months }) => [state, months])).toEqual([
    ['pending', 12],
    ['pending', 24],
    ['done', 12],
    ['done', 12],
  ]);
  const bought = (await stock()).filter(({ id }) => !before.includes(id));
  expect(bought.map(({ solutionIds }) => solutionIds)).toEqual([
    [7, 8, 9, 17],
    [7, 8, 9, 17],
  ]);
});

test('the list of subscriptions of a solution has those of its devices, and those in stock that fit them', async () => {
  await paid([{ type: 'swam-tokens', app: 'swam', tokens: [{ id: meterToken, qty: 1 }] }]);
  const listed = async (solution: number) => {
    const path = `/token?app=swam&solutionId=${solution}&limit=100`;
    return (await shop.buyer.call('GET', path)).body.data as {
      solutionIds: number[];
      device: { solutionId: number } | null;
    }[];
  };
  for (const solution of [water, tankLevel])
    for (const { device, solutionIds } of await listed(solution))
      if (device) expect(device.solutionId).toBe(solution);
      else
        expect([solutionIds, solutionIds.length === 0 || solutionIds.includes(solution)]).toEqual([solutionIds, true]);
  const meters = (await listed(water)).filter(({ device, solutionIds }) => !device && solutionIds.length > 0);
  expect(meters.length).toBeGreaterThan(0);
});
