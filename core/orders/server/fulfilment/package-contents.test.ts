import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { orderTest } from '#main/testing/test-orders.ts';
import { parcelLines } from '../../common/parcel-lines.ts';

let t: Awaited<ReturnType<typeof orderTest>>;
let kit: number;
beforeAll(async () => {
  t = await orderTest();
  kit = await t.product('SAMPLE-KIT');
});
afterAll(() => t.app.close());
// Fewer meters are left than the kits contain: they have been packed already.
beforeEach(() =>
  query(`
    UPDATE market_product SET stock = CASE sku WHEN 'SAMPLE-KIT' THEN 10 ELSE 3 END, reserved = CASE sku WHEN 'SAMPLE-KIT' THEN 0 ELSE 1 END
     WHERE sku IN ('SAMPLE-KIT', 'SAMPLE-METER')`),
);

type Order = Awaited<ReturnType<typeof t.place>>;
const query = (text: string, values: unknown[] = []) => t.app.kit.pool.query(text, values);
const stocks = async () =>
  Object.fromEntries(
    (
      await query(
        `SELECT sku, stock, reserved FROM market_product WHERE sku IN ('SAMPLE-KIT', 'SAMPLE-METER') ORDER BY sku`,
      )
    ).rows.map(({ sku, stock, reserved }) => [sku, [stock, reserved]]),
  );

const kits = (qty: number) => [{ type: 'sample-kits', app: 'sample', packages: [{ id: kit, qty }] }];
async function paidKits(qty: number): Promise<Order> {
  const order = await t.placeOrders(kits(qty));
  await t.enter(await t.startCard(order));
  return order;
}
/** How many pieces of each product are in this state. */
async function countsOf(order: Order, state: string) {
  const { units, lines } = await t.order(order);
  const of = Map.groupBy(
    units.filter((unit) => unit.state === state),
    ({ lineId }) => lines.find(({ id }) => id === lineId)?.sku,
  );
  return Object.fromEntries([...of].map(([sku, found]) => [sku, found.length]));
}
async function deploy(order: Order, sku: string, serials: readonly string[]) {
  const { units, lines } = await t.order(order);
  const line = lines.find((one) => one.sku === sku);
  const open = units.filter(({ lineId, state }) => lineId === line?.id && state === 'pending');
  const wanted = serials.map((serial, at) => ({ unitId: open[at]?.id, serial }));
  const { status, body } = await t.seller.call('POST', `/order/${order.id}/deploy`, { body: { units: wanted } });
  expect([status, body.data.map(({ state }: { state: string }) => state)]).toEqual([200, serials.map(() => 'done')]);
}
async function refund(order: Order, body: object) {
  const [payment] = (await t.money(order)).payments;
  const reply = await t.decide(order, { action: 'refund', paymentId: payment?.id, reason: 'Agreed', ...body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await eventually(
    async () => (await t.money(order)).refunds,
    (refunds) => refunds.every(({ state }) => state !== 'requested'),
  );
}
async function shipAll(order: Order) {
  const { lines } = await t.order(order);
  const whole = new Map(lines.map(({ id, qty, refundedQty }) => [id, qty - refundedQty]));
  const body = { action: 'ship', carrier: 'Aramex', lines: parcelLines(lines, whole) };
  return (await t.seller.call('PATCH', `/order/${order.id}/shipping`, { body })).body.data;
}

test('the devices of a package are deployed one by one, with the subscriptions that they bring', async () => {
  const order = await paidKits(2);
  expect(await t.states(order)).toEqual(['confirmed', 'paid']);
  expect(await countsOf(order, 'pending')).toEqual({ 'SAMPLE-TANK': 2, 'SAMPLE-METER': 4 });
  await deploy(order, 'SAMPLE-TANK', ['70B3D5AF00000001', '70B3D5AF00000002']);
  expect(await t.states(order)).toEqual(['confirmed', 'paid']);
  await deploy(
    order,
    'SAMPLE-METER',
    [3, 4, 5, 6].map((at) => `70B3D5AF0000000${at}`),
  );
  expect(await t.states(order)).toEqual(['deployed', 'paid']);
  const { rows } = await query(
    `SELECT d.hardware_id, d.solution_id, d.company_id, k.source FROM device d LEFT JOIN device_token k ON k.device_id = d.id
      WHERE d.serial LIKE '70B3D5AF0000000%' ORDER BY d.serial`,
  );
  const device = (hardware_id: number, solution_id: number, source: string | null) => ({
    ...{ hardware_id, solution_id, source, company_id: t.company },
  });
  expect(rows).toEqual([
    ...[1, 2].map(() => device(90101, 901, 'free')),
    ...[3, 4, 5, 6].map(() => device(90301, 903, null)),
  ]);
});

test('the invoice has the price of a package once and names its contents, which cost nothing', async () => {
  const order = await paidKits(2);
  const { rows } = await query(`SELECT data, total FROM bill WHERE order_id = $1 AND kind = 'invoice'`, [order.id]);
  const [{ data, total }] = rows;
  type Line = Record<'sku' | 'qty' | 'unit' | 'net' | 'tax' | 'included', unknown>;
  expect(
    data.lines.map(({ sku, qty, unit, net, tax, included }: Line) => [sku, qty, unit, net, tax, included]),
  ).toEqual([
    ['SAMPLE-KIT', 2, 15_000, 30_000, 1500, false],
    ['SAMPLE-TANK', 2, 0, 0, 0, true],
    ['SAMPLE-METER', 4, 0, 0, 0, true],
  ]);
  // 300 and 25 for shipping, plus 5 %.
  expect([total, order.total]).toEqual([34_125, 341.25]);
});

test('a package takes from its own stock alone, and a cancelled order gives that back', async () => {
  const order = await t.placeOrders(kits(2));
  expect(await stocks()).toEqual({ 'SAMPLE-KIT': [10, 2], 'SAMPLE-METER': [3, 1] });
  expect((await t.cancel(order)).status).toBe(200);
  expect(await stocks()).toEqual({ 'SAMPLE-KIT': [10, 0], 'SAMPLE-METER': [3, 1] });
});

test('a parcel with a package has its contents, and moves the stock of the package alone', async () => {
  const order = await paidKits(2);
  const shipped = await shipAll(order);
  expect(shipped).toMatchObject({ fulfilment: 'shipped', work: { unshipped: 0 } });
  expect(shipped.lines.map(({ shippedQty }: { shippedQty: number }) => shippedQty)).toEqual([2, 2, 4]);
  expect(await stocks()).toEqual({ 'SAMPLE-KIT': [8, 0], 'SAMPLE-METER': [3, 1] });
  const shipmentId = shipped.parcels[0].id;
  await t.seller.call('PATCH', `/order/${order.id}/shipping`, { body: { action: 'return', shipmentId } });
  expect(await stocks()).toEqual({ 'SAMPLE-KIT': [10, 2], 'SAMPLE-METER': [3, 1] });
});

test('a refunded package takes its contents back, first those that are not made, and returns its price once', async () => {
  const order = await paidKits(3);
  await deploy(order, 'SAMPLE-TANK', ['70B3D5AF00000011', '70B3D5AF00000012']);
  const [line] = (await t.order(order)).lines;
  await refund(order, { lines: [{ lineId: line?.id, qty: 1 }] });
  expect(await countsOf(order, 'refunded')).toEqual({ 'SAMPLE-TANK': 1, 'SAMPLE-METER': 2 });
  expect(await countsOf(order, 'done')).toEqual({ 'SAMPLE-TANK': 2 });
  expect((await t.order(order)).lines.map(({ refundedQty }) => refundedQty)).toEqual([1, 1, 2]);
  expect((await t.money(order)).refunds.map(({ amount }) => amount)).toEqual([157.5]);

  await refund(order, { lines: [{ lineId: line?.id, qty: 1 }] });
  expect(await countsOf(order, 'refunded')).toEqual({ 'SAMPLE-TANK': 2, 'SAMPLE-METER': 4 });
  const { rows } = await query(`SELECT state FROM device WHERE serial LIKE '70B3D5AF0000001%' ORDER BY state`);
  expect(rows).toEqual([{ state: 'inventory' }, { state: 'removed' }]);
  expect(await stocks()).toEqual({ 'SAMPLE-KIT': [10, 1], 'SAMPLE-METER': [3, 1] });
  // The rest is sent without them.
  expect(await shipAll(order)).toMatchObject({ fulfilment: 'shipped', work: { unshipped: 0 } });
});

test('a package that is refunded as a whole before anything was made ends as cancelled', async () => {
  const order = await paidKits(1);
  await refund(order, { amount: order.total });
  expect(await t.states(order)).toEqual(['cancelled', 'refunded']);
  expect(await countsOf(order, 'pending')).toEqual({});
  expect(await stocks()).toEqual({ 'SAMPLE-KIT': [10, 0], 'SAMPLE-METER': [3, 1] });
});
