import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderTest } from '#main/testing/test-orders.ts';
import type { TestPerson } from '#main/testing.ts';

let shop: Awaited<ReturnType<typeof orderTest>>;
let tokenId: number;
let structure: number;
const query = async (text: string, values: unknown[] = []) => (await shop.app.kit.pool.query(text, values)).rows;

beforeAll(async () => {
  shop = await orderTest();
  tokenId = (await query(`SELECT id FROM market_product WHERE sku = 'SAMPLE-TOKEN-12'`))[0].id;
  await query(`INSERT INTO company_app (company_id, app_id) VALUES ($1, 'sample') ON CONFLICT DO NOTHING`, [
    shop.company,
  ]);
  structure = (await query('SELECT min(id) AS id FROM structure WHERE company_id = $1', [shop.company]))[0].id;
  await query('DELETE FROM device_token WHERE company_id = $1 AND device_id IS NULL', [shop.company]);
});
afterAll(() => shop.app.close());

let count = 0;
const addDevice = async (body: object = {}): Promise<{ id: number; serial: string }> => {
  const serial = `70B3D5AE${(++count).toString(16).toUpperCase().padStart(4, '0')}`;
  const reply = await shop.buyer.call('POST', '/sample/device', { body: { serial, hardwareId: 90101, ...body } });
  expect([reply.status, reply.body]).toMatchObject([201, {}]);
  return reply.body.data;
};
const orders = (qty: number) => [{ type: 'sample-tokens', app: 'sample', tokens: [{ id: tokenId, qty }] }];
const validate = (body: object, who: TestPerson = shop.buyer) =>
  who.call('POST', `/company/${shop.company}/order/validate`, { body });
const problemOf = async (deviceIds: number[], qty = 2, more: object = {}) => {
  const { body } = await validate({ orders: orders(qty), targets: [{ order: 0, tokenId, deviceIds, ...more }] });
  return body.detail?.problems.map(({ word }: { word: string }) => word);
};
/** Places an order of subscriptions for devices, and pays it. */
async function buy(qty: number, deviceIds: number[]) {
  const asked = { orders: orders(qty), targets: [{ order: 0, tokenId, deviceIds }] };
  const { hash } = (await validate(asked)).body.data;
  const placed = await shop.seller.call('POST', `/company/${shop.company}/order`, {
    body: { ...asked, hash },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect([placed.status, placed.body]).toMatchObject([201, {}]);
  const order = placed.body.data;
  return { order, pay: async () => shop.enter(await shop.startCard(order)) };
}
const tokenOf = async (deviceId: number) =>
  (await query('SELECT months, activation_at, expiration_at FROM device_token WHERE device_id = $1', [deviceId]))[0];
const inStock = async () =>
  Number(
    (
      await query(
        'SELECT count(*) FROM device_token WHERE company_id = $1 AND device_id IS NULL AND used_for IS NULL',
        [shop.company],
      )
    )[0].count,
  );

test('subscriptions for devices are used when the order is paid: a running one is renewed, a device without one gets it', async () => {
  const [fresh, boxed, running] = [
    await addDevice({ structureId: structure }),
    await addDevice(),
    await addDevice({ structureId: structure }),
  ];
  await query(
    `INSERT INTO device_token (company_id, app, source, months, device_id, activation_at, expiration_at)
     VALUES ($1, 'sample', 'free', 12, $2, now(), now() + interval '10 days')`,
    [shop.company, running.id],
  );
  const before = (await tokenOf(running.id)).expiration_at;
  const { order, pay } = await buy(4, [fresh.id, boxed.id, running.id]);
  expect(await tokenOf(fresh.id)).toBeUndefined();
  await pay();
  expect(await shop.states(order)).toEqual(['completed', 'paid']);
  expect(await tokenOf(fresh.id)).toMatchObject({ months: 12, activation_at: expect.any(String) });
  // Months begin when the device is installed.
  expect(await tokenOf(boxed.id)).toMatchObject({ months: 12, activation_at: null });
  const days = (Date.parse((await tokenOf(running.id)).expiration_at) - Date.parse(before)) / 86_400_000;
  expect(Math.round(days)).toBeGreaterThanOrEqual(365);
  expect(await inStock()).toBe(1);
});

test('a subscription that no longer fits when the money arrives stays in stock, and the order is still paid', async () => {
  const [left, kept] = [await addDevice(), await addDevice()];
  const stock = await inStock();
  const { order, pay } = await buy(2, [left.id, kept.id]);
  await query(`UPDATE device SET state = 'removed' WHERE id = $1`, [left.id]);
  await pay();
  expect((await shop.states(order))[1]).toBe('paid');
  expect(await tokenOf(kept.id)).toMatchObject({ months: 12 });
  expect(await inStock()).toBe(stock + 1);
});

test('the devices of an order belong to the company, are named once, and do not exceed its subscriptions', async () => {
  const [one, two] = [await addDevice(), await addDevice()];
  expect(await problemOf([one.id, two.id])).toBeUndefined();
  expect(await problemOf([one.id, two.id], 1)).toEqual(['too-many-targets']);
  expect(await problemOf([one.id, one.id])).toEqual(['target-twice']);
  const [other] = await query('SELECT id FROM device WHERE company_id <> $1 ORDER BY id LIMIT 1', [shop.company]);
  expect(await problemOf([other.id])).toEqual(['target-does-not-fit']);
  await query(`UPDATE device SET app = 'rooms' WHERE id = $1`, [two.id]);
  expect(await problemOf([two.id])).toEqual(['target-does-not-fit']);
  await query(`UPDATE device SET app = 'sample' WHERE id = $1`, [two.id]);
  expect(await problemOf([one.id], 1, { order: 7 })).toEqual(['target-without-token']);
  const twice = { order: 0, tokenId, deviceIds: [one.id] };
  const { body } = await validate({ orders: orders(2), targets: [twice, { ...twice, deviceIds: [two.id] }] });
  expect(body.detail.problems).toMatchObject([{ word: 'target-without-token' }]);
});

test('a subscription that renewed another one is not refunded unless the months are given back on purpose', async () => {
  const device = await addDevice({ structureId: structure });
  await query(
    `INSERT INTO device_token (company_id, app, source, months, device_id, activation_at, expiration_at)
     VALUES ($1, 'sample', 'free', 12, $2, now(), now() + interval '10 days')`,
    [shop.company, device.id],
  );
  const { order, pay } = await buy(1, [device.id]);
  await pay();
  const { lines } = await shop.order(order);
  const { payments } = await shop.money(order);
  const refund = {
    action: 'refund',
    paymentId: payments[0]?.id,
    reason: 'x',
    lines: [{ lineId: lines[0]?.id, qty: 1 }],
  };
  expect((await shop.decide(order, refund)).body.word).toBe('token-runs');
});

test('devices of the caller’s company are found by their printed serial number, and by subscriptions that end soon', async () => {
  const device = await addDevice({ structureId: structure });
  await buy(1, [device.id]).then(({ pay }) => pay());
  await query(`UPDATE device_token SET expiration_at = now() + interval '20 days' WHERE device_id = $1`, [device.id]);
  const find = async (body: object, who = shop.buyer) =>
    ((await who.call('POST', '/token/target', { body: { app: 'sample', ...body } })).body.data ?? []).map(
      ({ id }: { id: number }) => id,
    );
  const printed = device.serial.match(/../g)?.join(':') as string;
  expect(await find({ serials: [printed] })).toEqual([device.id]);
  expect(await find({ endsWithin: 60 })).toContain(device.id);
  expect(await find({ endsWithin: 5 })).not.toContain(device.id);
  const customer = await shop.app.signIn('customer@rasid.test');
  expect(await find({ ids: [device.id], serials: [device.serial] }, customer)).toEqual([]);
});

test('an order request keeps the devices of its cart, and is refused with those of others', async () => {
  const device = await addDevice();
  const entry = (deviceIds: number[]) => ({
    app: 'sample',
    solutionId: null,
    type: 'tokens',
    details: { hardwareId: null, packageId: tokenId, deviceIds },
    subOrders: [{ hardwareId: null, qty: 1, items: [{ id: tokenId, type: 'tokenPackage', qty: 1 }] }],
  });
  const send = (deviceIds: number[]) =>
    shop.buyer.call('POST', `/company/${shop.company}/order/ordering-intention`, {
      body: { orders: [entry(deviceIds)] },
      headers: { 'idempotency-key': randomUUID() },
    });
  const { uuid } = (await send([device.id])).body.data;
  const kept = (await shop.buyer.call('GET', `/order/intention/${uuid}`)).body.data;
  expect(kept.cart[0].details.deviceIds).toEqual([device.id]);
  const [other] = await query('SELECT id FROM device WHERE company_id <> $1 ORDER BY id LIMIT 1', [shop.company]);
  expect((await send([other.id])).body.word).toBe('order-has-problems');
});
