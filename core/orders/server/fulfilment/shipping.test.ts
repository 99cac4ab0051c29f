import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { OrderDetail, OrderRow } from '../../common/order.ts';

let app: Rasid;
let admin: TestPerson;
let buyer: TestPerson;
let company: number;
const ids = new Map<string, number>();
const addresses: Record<'uae' | 'second' | 'saudi', number> = { uae: 0, second: 0, saudi: 0 };
beforeAll(async () => {
  app = await rasid();
  [admin, buyer] = [await app.signIn('super@rasid.test'), await app.signIn('other@rasid.test')];
  company = (await buyer.call('GET', '/session')).body.data.company.id;
  const { rows } = await app.kit.pool.query('SELECT id, sku FROM market_product');
  for (const { id, sku } of rows) ids.set(sku, id);
  addresses.uae = await addressIn(233, 'Khalid');
  addresses.second = await addressIn(233, 'Mona');
  addresses.saudi = await addressIn(194, 'Fahd');
});
afterAll(() => app.close());

const addressIn = async (countryId: number, recipient: string): Promise<number> =>
  (
    await app.kit.pool.query(
      `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, $3, $3, '+971501234567', $2) RETURNING id`,
      [company, countryId, recipient],
    )
  ).rows[0].id;
const id = (sku: string): number => ids.get(`SAMPLE-${sku}`) as number;
const meters = (qty: number) => ({
  type: 'sample-meters',
  app: 'sample',
  devices: [{ id: 90301, solutionId: 903, qty, products: [] }],
});
const tokens = (qty: number) => ({ type: 'sample-tokens', app: 'sample', tokens: [{ id: id('TOKEN-12'), qty }] });

const detailOf = async ({ id: orderId }: { id: number }): Promise<OrderDetail> =>
  (await buyer.call('GET', `/company/${company}/order/${orderId}`)).body.data;
async function placed(orders: object[]): Promise<OrderDetail> {
  const path = `/company/${company}/order`;
  const { hash } = (await admin.call('POST', `${path}/validate?addressId=${addresses.uae}`, { body: { orders } })).body
    .data;
  const reply = await admin.call('POST', path, {
    body: { orders, hash, addressId: addresses.uae },
    headers: { 'idempotency-key': randomUUID() },
  });
  return detailOf(reply.body.data);
}
async function paid(orders: object[]): Promise<OrderDetail> {
  const order = await placed(orders);
  const { clientSecret } = (await buyer.call('POST', '/payment', { body: { orderId: order.id } })).body.data;
  await app.anonymous.call('POST', '/payment/sandbox/confirm', { body: { clientSecret, card: '4242424242424242' } });
  return detailOf(order);
}
const shipping = (order: OrderDetail, body: object, person = admin) =>
  person.call('PATCH', `/order/${order.id}/shipping`, { body });
const lineOf = ({ lines }: OrderDetail): number => lines[0]?.id as number;
const ship = (order: OrderDetail, qty: number, more: object = {}) =>
  shipping(order, { action: 'ship', lines: [{ lineId: lineOf(order), qty }], carrier: 'Aramex', ...more });
async function deployAll(order: OrderDetail): Promise<void> {
  const units = order.units.map(({ id: unitId }) => ({ unitId, serial: nextSerial() }));
  const reply = await admin.call('POST', `/order/${order.id}/deploy`, { body: { units } });
  expect(reply.body.data.map(({ state }: { state: string }) => state)).toEqual(units.map(() => 'done'));
}
let last = 0xc0_00_00;
const nextSerial = () => `70B3D5${(last++).toString(16).toUpperCase()}`;
const mailsAbout = async ({ number }: OrderDetail): Promise<string[]> =>
  (
    await app.kit.pool.query(
      `SELECT subject FROM mail_outbox WHERE recipient = 'other@rasid.test' AND subject LIKE '%' || $1 || '%' ORDER BY id`,
      [number],
    )
  ).rows.map(({ subject }) => subject);
const namesOf = ({ nextActions }: OrderRow) => nextActions.map(({ action }) => action);

test('an order of five is sent in parcels of two and three, each with a mail, and is delivered and completed; more are refused', async () => {
  const order = await paid([meters(5)]);
  await deployAll(order);
  const first = (await ship(order, 2, { tracking: 'AX-1001', link: 'https://track.example/AX-1001' })).body.data;
  expect([first.status, first.fulfilment, first.lines[0].shippedQty]).toEqual(['deployed', 'partially-shipped', 2]);
  expect(namesOf(first)).toEqual(expect.arrayContaining(['ship', 'deliver']));
  const many = await ship(order, 4);
  expect([many.status, many.body.word, many.body.code, many.body.detail]).toEqual([
    409,
    'already-shipped',
    '20020005',
    { lineId: lineOf(order), left: 3 },
  ]);
  const second = (await ship(order, 3)).body.data;
  expect([second.fulfilment, second.parcels.map(({ n }: { n: number }) => n)]).toEqual(['shipped', [1, 2]]);
  expect((await ship(order, 1)).body.word).toBe('already-shipped');
  const one = (await shipping(order, { action: 'deliver', shipmentId: second.parcels[0].id })).body.data;
  expect(one.fulfilment).toBe('shipped');
  const all = (await shipping(order, { action: 'deliver' })).body.data;
  expect([all.fulfilment, all.status]).toEqual(['delivered', 'completed']);
  expect(all.steps.map(({ step }: { step: string }) => step).slice(-6)).toEqual([
    'deploy',
    'shipped',
    'shipped',
    'delivered',
    'delivered',
    'complete',
  ]);
  expect((await mailsAbout(order)).slice(-4)).toEqual([
    `On its way: parcel 1 of ${order.number}`,
    `On its way: parcel 2 of ${order.number}`,
    `Delivered: parcel 1 of ${order.number}`,
    `Delivered: parcel 2 of ${order.number}`,
  ]);
  expect((await shipping(order, { action: 'deliver' })).body.word).toBe('step-not-possible');
});

describe('a parcel', () => {
  test('is refused before the order is confirmed, of lines that are not sent, and with wrong details', async () => {
    const early = await ship(await placed([meters(1)]), 1);
    expect([early.status, early.body.word, early.body.code]).toEqual([409, 'not-confirmed', '20020007']);
    const mixed = await paid([meters(1), tokens(1)]);
    const token = mixed.lines.find(({ kind }) => kind === 'tokenPackage');
    const digital = await shipping(mixed, {
      action: 'ship',
      lines: [{ lineId: token?.id, qty: 1 }],
      carrier: 'Aramex',
    });
    expect([digital.status, digital.body.word, digital.body.code]).toEqual([409, 'nothing-to-ship', '20020006']);
    const faulty = await ship(mixed, 0, { carrier: '', tracking: '<1>', link: 'http://track.example' });
    expect(faulty.status).toBe(418);
    expect(faulty.body.errors).toEqual(
      expect.arrayContaining([
        { param: 'carrier', msg: 'Required' },
        { param: 'tracking', msg: 'invalidTracking' },
        { param: 'link', msg: 'invalidUrl' },
      ]),
    );
    expect((await detailOf(mixed)).fulfilment).toBe('none');
  });

  test('that comes back can be sent again', async () => {
    const order = await paid([meters(2)]);
    const sent = (await ship(order, 2)).body.data;
    const back = (await shipping(order, { action: 'return', shipmentId: sent.parcels[0].id })).body.data;
    expect([back.fulfilment, back.lines[0].shippedQty]).toEqual(['none', 0]);
    const again = await shipping(order, { action: 'return', shipmentId: sent.parcels[0].id });
    expect(again.body.word).toBe('step-not-possible');
    expect((await ship(order, 2)).body.data.fulfilment).toBe('shipped');
  });

  test('takes its products out of the stock, and returned ones are available to the same order again', async () => {
    const stock = async () =>
      (await app.kit.pool.query(`SELECT stock, reserved FROM market_product WHERE sku = 'SAMPLE-METER'`)).rows[0];
    await app.kit.pool.query(`UPDATE market_product SET stock = 10, reserved = 0 WHERE sku = 'SAMPLE-METER'`);
    const order = await paid([meters(4)]);
    expect(await stock()).toEqual({ stock: 10, reserved: 4 });
    const sent = (await ship(order, 3)).body.data;
    expect(await stock()).toEqual({ stock: 7, reserved: 1 });
    await shipping(order, { action: 'return', shipmentId: sent.parcels[0].id });
    expect(await stock()).toEqual({ stock: 10, reserved: 4 });
    await app.kit.pool.query(`UPDATE market_product SET stock = NULL, reserved = 0 WHERE sku = 'SAMPLE-METER'`);
  });

  test('is created once per idempotency key, however often it is requested', async () => {
    const order = await paid([meters(2)]);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { action: 'ship', lines: [{ lineId: lineOf(order), qty: 1 }], carrier: 'Aramex' };
    const path = `/order/${order.id}/shipping`;
    await Promise.all([admin.call('PATCH', path, { body, headers }), admin.call('PATCH', path, { body, headers })]);
    expect((await detailOf(order)).parcels).toHaveLength(1);
  });

  test('is only sent by the Super Admin', async () => {
    const order = await paid([meters(1)]);
    const body = { action: 'ship', lines: [{ lineId: lineOf(order), qty: 1 }], carrier: 'Aramex' };
    for (const person of [buyer, await app.signIn('finance@rasid.test')])
      expect((await shipping(order, body, person)).status).toBe(403);
  });
});

test('the address of an order changes within its country and before its first parcel', async () => {
  const order = await paid([meters(2)]);
  const changed = await shipping(order, { action: 'address', addressId: addresses.second });
  expect(changed.body.data.address).toMatchObject({ recipient: 'Mona' });
  const abroad = await shipping(order, { action: 'address', addressId: addresses.saudi });
  expect([abroad.status, abroad.body.word]).toEqual([422, 'other-country']);
  await ship(order, 1);
  const late = await shipping(order, { action: 'address', addressId: addresses.uae });
  expect([late.status, late.body.word]).toEqual([409, 'already-shipped']);
});

test('the seller finds orders by their next action and by their app', async () => {
  const [toConfirm, toShip] = [await placed([meters(1)]), await paid([meters(1)])];
  const found = async (query: string): Promise<number[]> =>
    (await admin.call('GET', `/order?limit=100&${query}`)).body.data.map((row: OrderRow) => row.id);
  expect(await found('nextAction=confirm')).toContain(toConfirm.id);
  expect(await found('nextAction=ship')).toContain(toShip.id);
  expect(await found('nextAction=deploy')).toContain(toShip.id);
  expect(await found('nextAction=ship')).not.toContain(toConfirm.id);
  const [unit] = toShip.units;
  await admin.call('POST', `/order/${toShip.id}/deploy`, { body: { units: [{ unitId: unit?.id, serial: 'wrong' }] } });
  expect(await found('nextAction=retry-deploy')).toContain(toShip.id);
  expect(await found('nextAction=deploy')).not.toContain(toShip.id);
  await ship(toShip, 1);
  expect(await found('nextAction=deliver')).toContain(toShip.id);
  expect(await found('nextAction=ship')).not.toContain(toShip.id);
  expect(await found('app=sample&status=submitted')).toContain(toConfirm.id);
  expect(await found('app=rooms')).toEqual([]);
});
