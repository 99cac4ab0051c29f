import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { physicalKinds } from '#core/market/common/product.ts';
import { eventuallyPasses } from '#main/testing/test-device.ts';
import { orderTest } from '#main/testing/test-orders.ts';

let t: Awaited<ReturnType<typeof orderTest>>;
let addressId: number;
beforeAll(async () => {
  t = await orderTest();
  const { rows } = await query(
    `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, 'Store', 'Khalid', '+971501234567', 233) RETURNING id`,
    [t.company],
  );
  addressId = rows[0].id;
});
afterAll(() => t.app.close());

type Order = Awaited<ReturnType<typeof t.place>>;
const query = (text: string, values: unknown[] = []) => t.app.kit.pool.query(text, values);

/** An order of devices of the sample app that is paid, with the first of them made. */
async function paidDevices(qty: number, made: readonly string[], voucher: string | null = null) {
  const option = (await query(`SELECT id FROM market_product WHERE sku = 'SAMPLE-SHORT'`)).rows[0].id;
  const device = { id: 90101, solutionId: 901, qty, products: [option] };
  const orders = [{ type: 'sample-hardware', app: 'sample', devices: [device] }];
  const path = `/company/${t.company}/order`;
  const quoted = await t.seller.call(
    'POST',
    `${path}/validate?addressId=${addressId}${voucher === null ? '' : `&voucher=${voucher}`}`,
    {
      body: { orders },
    },
  );
  const headers = { 'idempotency-key': randomUUID() };
  const body = { orders, hash: quoted.body.data.hash, addressId, voucher };
  const order: Order = (await t.seller.call('POST', path, { body, headers })).body.data;
  await t.enter(await t.startCard(order));
  const { units } = await t.order(order);
  const wanted = made.map((serial, at) => ({ unitId: units[at]?.id, serial }));
  if (made.length > 0) await t.seller.call('POST', `/order/${order.id}/deploy`, { body: { units: wanted } });
  return order;
}
async function refund(order: Order, body: object, person = t.finance) {
  const [payment] = (await t.money(order)).payments;
  const reply = await t.decide(order, { action: 'refund', paymentId: payment?.id, reason: 'Agreed', ...body }, person);
  if (reply.status === 200)
    await eventuallyPasses(async () =>
      expect((await t.money(order)).refunds.map(({ state }) => state)).not.toContain('requested'),
    );
  return reply;
}
const deviceLine = async (order: Order) => (await t.order(order)).lines.find(({ kind }) => kind === 'device');
const stateOf = async (serial: string) =>
  (
    await query(
      `SELECT d.state, t.blocked_at IS NOT NULL AS blocked, t.blocked_level FROM device d LEFT JOIN device_token t ON t.device_id = d.id WHERE d.serial = $1`,
      [serial],
    )
  ).rows[0];

test('refunded pieces are first those that are not made; then devices are taken back, those in the inventory before installed ones', async () => {
  const [first, second] = ['70B3D5AE00000001', '70B3D5AE00000002'] as const;
  const order = await paidDevices(3, [first, second]);
  await query(`UPDATE device SET state = 'installed' WHERE serial = $1`, [second]);
  const line = await deviceLine(order);
  expect((await refund(order, { lines: [{ lineId: line?.id, qty: 1 }] })).status).toBe(200);
  expect((await t.order(order)).units.map(({ state }) => state)).toEqual(['done', 'done', 'refunded']);
  expect((await t.order(order)).status).toBe('deployed');

  expect((await refund(order, { lines: [{ lineId: line?.id, qty: 1 }] })).status).toBe(200);
  expect(await stateOf(first)).toEqual({ state: 'removed', blocked: true, blocked_level: 3 });
  expect((await stateOf(second)).state).toBe('installed');
  expect((await deviceLine(order))?.refundedQty).toBe(2);
});

test('a complete refund takes back all units and leaves no parcel to send; the readings stay with the buyer', async () => {
  const serial = '70B3D5AE00000011';
  const order = await paidDevices(2, [serial, '70B3D5AE00000012']);
  const { rows } = await query('SELECT id FROM device WHERE serial = $1', [serial]);
  await refund(order, { amount: order.total });
  expect(await stateOf(serial)).toMatchObject({ state: 'removed', blocked: true });
  const after = await t.order(order);
  expect(after.paymentStatus).toBe('refunded');
  expect(after.work.unshipped).toBe(0);
  expect(after.units.map(({ state }) => state)).toEqual(['refunded', 'refunded']);
  const owner = await query('SELECT company_id FROM device WHERE id = $1', [rows[0].id]);
  expect(owner.rows[0].company_id).toBe(t.company);
  // The serial number is free again.
  const again = await paidDevices(1, [serial]);
  expect((await t.order(again)).units[0]).toMatchObject({ state: 'done', serial });
});

test('an order that is refunded in full before anything was made ends as cancelled, and was never deployed', async () => {
  await query(
    `INSERT INTO discount (code, kind, percent, once_per_company) VALUES ('BACKAGAIN', 'percentage', 10, true)`,
  );
  const order = await paidDevices(2, [], 'BACKAGAIN');
  const device = await deviceLine(order);
  await refund(order, { lines: [{ lineId: device?.id, qty: 1 }] });
  expect((await t.order(order)).status).toBe('confirmed');
  await refund(order, { amount: (await t.order(order)).work.refundable });
  const after = await t.order(order);
  expect(after).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'refunded',
    fulfilment: 'none',
    cancelReason: 'refunded',
    work: { toShip: 0, unshipped: 0, pendingUnits: 0 },
  });
  expect(after.steps.map(({ step }) => step)).not.toContain('deploy');
  expect(after.steps.at(-1)).toMatchObject({ step: 'cancel', before: 'confirmed', after: 'cancelled' });
  expect(after.nextActions.map(({ action }) => action)).toEqual(['bill', 'reorder', 'ticket']);
  const { rows } = await query(`SELECT used FROM discount WHERE code = 'BACKAGAIN'`);
  expect(rows[0].used).toBe(0);
});

test('an order that is refunded in full while its parcel is out ends once the parcel is back', async () => {
  const order = await paidDevices(1, []);
  const lines = (await t.order(order)).lines
    .filter(({ kind }) => physicalKinds.includes(kind))
    .map(({ id, qty }) => ({ lineId: id, qty }));
  const shipping = (body: object) => t.seller.call('PATCH', `/order/${order.id}/shipping`, { body });
  await shipping({ action: 'ship', carrier: 'Aramex', lines });
  await refund(order, { amount: order.total });
  expect(await t.states(order)).toEqual(['confirmed', 'refunded']);
  await shipping({ action: 'return', shipmentId: (await t.order(order)).parcels[0]?.id });
  expect(await t.states(order)).toEqual(['cancelled', 'refunded']);
});

test('an order of devices that were made and taken back is completed once the money is back', async () => {
  const order = await paidDevices(1, ['70B3D5AE00000031']);
  await refund(order, { amount: order.total });
  expect(await t.states(order)).toEqual(['completed', 'refunded']);
  expect((await t.order(order)).work.toShip).toBe(0);
});

test('cancelling an order after a partial refund frees only the stock that is still reserved', async () => {
  await query(`UPDATE market_product SET stock = 50, reserved = 7 WHERE sku = 'SAMPLE-TANK'`);
  const order = await paidDevices(3, []);
  const line = await deviceLine(order);
  await refund(order, { lines: [{ lineId: line?.id, qty: 2 }] });
  expect((await t.cancel(order)).status).toBe(200);
  const { rows } = await query(`SELECT reserved FROM market_product WHERE sku = 'SAMPLE-TANK'`);
  expect(rows[0].reserved).toBe(7);
  await query(`UPDATE market_product SET stock = NULL, reserved = 0 WHERE sku = 'SAMPLE-TANK'`);
});

test('a refunded piece is no longer sent, and the others complete the shipment', async () => {
  const order = await paidDevices(2, ['70B3D5AE00000021', '70B3D5AE00000022']);
  const packed = (await t.order(order)).lines.filter(({ kind }) => physicalKinds.includes(kind));
  await refund(order, { lines: packed.map(({ id }) => ({ lineId: id, qty: 1 })) });
  const ship = (left: number) =>
    t.seller.call('PATCH', `/order/${order.id}/shipping`, {
      body: {
        action: 'ship',
        carrier: 'Aramex',
        lines: packed.map(({ id, qty: ordered }) => ({ lineId: id, qty: ordered - left })),
      },
    });
  expect((await ship(0)).body.word).toBe('already-shipped');
  expect((await ship(1)).body.data).toMatchObject({ fulfilment: 'shipped', work: { unshipped: 0 } });
});

test('running subscriptions are refunded only by a Super Admin, and are then blocked', async () => {
  const order = await t.place(2);
  await t.enter(await t.startCard(order));
  const [unit] = (await t.order(order)).units;
  await query(
    `UPDATE device_token SET activation_at = now(), expiration_at = now() + interval '1 year' WHERE id = $1`,
    [unit?.tokenId],
  );
  const [line] = (await t.order(order)).lines;
  const lines = (qty: number) => ({ lines: [{ lineId: line?.id, qty }] });
  expect((await refund(order, lines(2))).body.word).toBe('token-runs');
  expect((await refund(order, { ...lines(2), evenActive: true })).status).toBe(418);
  // One of the two is still in stock.
  expect((await refund(order, lines(1))).status).toBe(200);
  expect((await refund(order, { ...lines(1), evenActive: true }, t.seller)).status).toBe(200);
  const { rows } = await query(
    'SELECT count(*)::integer AS blocked FROM device_token t JOIN deploy_unit u ON u.token_id = t.id WHERE u.order_id = $1 AND t.blocked_level = 3',
    [order.id],
  );
  expect(rows[0].blocked).toBe(2);
});

test('messages that are refunded leave the balance; used ones are refunded by a Super Admin alone', async () => {
  const product = await t.product('CORE-SMS-1000');
  const order = await t.placeOrders(
    [{ type: 'core-sms-packages', app: 'core', packages: [{ id: product, qty: 3 }] }],
    null,
  );
  const messages = async () =>
    (
      await query(`SELECT total, remaining FROM com_package WHERE company_id = $1 AND kind = 'sms' AND icon = 1`, [
        t.company,
      ])
    ).rows[0];
  await query(`DELETE FROM com_package WHERE company_id = $1`, [t.company]);
  await t.enter(await t.startCard(order));
  expect(await messages()).toEqual({ total: 3000, remaining: 3000 });
  const [line] = (await t.order(order)).lines;
  const one = { lines: [{ lineId: line?.id, qty: 1 }] };
  expect((await refund(order, one)).status).toBe(200);
  expect(await messages()).toEqual({ total: 2000, remaining: 2000 });

  await query(`UPDATE com_package SET remaining = 700 WHERE company_id = $1`, [t.company]);
  const rest = { amount: (await t.order(order)).work.refundable };
  const refused = await refund(order, rest);
  expect([refused.status, refused.body.word, refused.body.detail]).toEqual([409, 'units-used', { count: 1300 }]);
  expect(await messages()).toEqual({ total: 2000, remaining: 700 });
  expect((await refund(order, { ...rest, evenActive: true }, t.seller)).status).toBe(200);
  expect(await messages()).toEqual({ total: 1300, remaining: 0 });
  const after = await t.order(order);
  expect(after.lines[0]).toMatchObject({ deployedQty: 0, refundedQty: 3 });
  expect(after.units.map(({ state }) => state)).toEqual(['refunded']);
});
