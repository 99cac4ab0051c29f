import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, testDevice } from '#main/test-device.ts';
import { type Person, type Rasid, rasid } from '#main/testing.ts';
import type { DeployUnit } from '../common/deployment.ts';
import type { OrderDetail } from '../common/order.ts';

let app: Rasid;
let admin: Person;
let buyer: Person;
let company: number;
let addressId: number;
const ids = new Map<string, number>();
beforeAll(async () => {
  app = await rasid({ start: true });
  [admin, buyer] = [await app.signIn('super@rasid.test'), await app.signIn('other@rasid.test')];
  company = (await buyer.call('GET', '/session')).body.data.company.id;
  const { rows } = await app.kit.pool.query('SELECT id, sku FROM market_product');
  for (const { id, sku } of rows) ids.set(sku, id);
  addressId = (
    await app.kit.pool.query(
      `INSERT INTO company_address (company_id, label, recipient, phone, country_id) VALUES ($1, 'Store', 'Khalid', '+971501234567', 233) RETURNING id`,
      [company],
    )
  ).rows[0].id;
});
afterAll(() => app.close());

const id = (sku: string): number => ids.get(sku) as number;
const tanks = (qty: number) => ({
  type: 'sample-hardware',
  app: 'sample',
  devices: [{ id: 90101, solutionId: 901, qty, products: [id('SAMPLE-SHORT')] }],
});
async function place(orders: object[]): Promise<OrderDetail> {
  const path = `/company/${company}/order`;
  const { hash } = (await admin.call('POST', `${path}/validate?addressId=${addressId}`, { body: { orders } })).body
    .data;
  const headers = { 'idempotency-key': randomUUID() };
  const { id } = (await admin.call('POST', path, { body: { orders, hash, addressId }, headers })).body.data;
  return detailOf(id);
}
const detailOf = async (orderId: number): Promise<OrderDetail> =>
  (await buyer.call('GET', `/company/${company}/order/${orderId}`)).body.data;
async function pay({ id }: OrderDetail): Promise<OrderDetail> {
  const { clientSecret } = (await buyer.call('POST', '/payment', { body: { orderId: id } })).body.data;
  await app.anonymous.call('POST', '/payment/sandbox/confirm', { body: { clientSecret, card: '4242424242424242' } });
  return detailOf(id);
}
const paid = async (orders: object[]) => pay(await place(orders));
const deploy = (order: OrderDetail, units: object[], person = admin) =>
  person.call('POST', `/order/${order.id}/deploy`, { body: { units } });
let last = 0xa0_00_00;
const serial = () => `70B3D5${(last++).toString(16).toUpperCase().padStart(6, '0')}`;
const deviceUnits = ({ units, lines }: OrderDetail): DeployUnit[] =>
  units.filter(({ lineId }) => lines.find(({ id }) => id === lineId)?.kind === 'device');

test('a bought tank is in the inventory, is installed, its subscription begins, and its first message shows it online', async () => {
  const order = await paid([tanks(1)]);
  expect([order.status, order.units.length, order.units[0]?.months]).toEqual(['confirmed', 1, 12]);
  const number = serial();
  const [unit] = (await deploy(order, [{ unitId: order.units[0]?.id, serial: number.toLowerCase() }])).body.data;
  expect(unit).toMatchObject({ state: 'done', serial: number, error: null });
  expect((await detailOf(order.id)).status).toBe('deployed');
  const path = `/sample/device/${unit.deviceId}`;
  const stored = (await buyer.call('GET', path)).body.data;
  expect(stored).toMatchObject({ name: `Tank 1 ${number.slice(-4)}`, state: 'inventory', token: 'not-activated' });
  const [structure] = (await buyer.call('GET', `/company/${company}/structure?limit=1`)).body.data;
  const installed = await buyer.call('PUT', `${path}/install`, { body: { structureId: structure.id } });
  expect(installed.status, JSON.stringify(installed.body)).toBe(200);
  expect((await buyer.call('GET', path)).body.data).toMatchObject({ state: 'installed', token: 'active' });
  const device = await testDevice(app, buyer, `search=${number}`);
  expect(device.id).toBe(unit.deviceId);
  await device.publish({ level: 2.5 });
  const online = await eventually(
    async () => (await buyer.call('GET', path)).body.data,
    ({ connection }) => connection === 'online',
  );
  expect(online.connection).toBe('online');
  await device.end();
});

describe('the units of a confirmed order', () => {
  test('are one for each device and each subscription that stands alone; what needs no scanning is done at once', async () => {
    const before = (await buyer.call('GET', `/company/${company}/com-package`)).body.data;
    const order = await paid([
      { type: 'sample-tokens', app: 'sample', tokens: [{ id: id('SAMPLE-TOKEN-12'), qty: 3 }] },
      { type: 'core-sms-packages', app: 'core', packages: [{ id: id('CORE-SMS-1000'), qty: 2 }] },
    ]);
    expect([order.status, order.paymentStatus]).toEqual(['completed', 'paid']);
    expect(order.units.map(({ state, months, tokenId }) => [state, months, tokenId !== null])).toEqual([
      ['done', 12, true],
      ['done', 12, true],
      ['done', 12, true],
      ['done', 0, false],
    ]);
    const stock = (await buyer.call('GET', '/token?status=unassigned&app=sample')).body.data;
    expect(stock).toHaveLength(3);
    const units = (await buyer.call('GET', `/company/${company}/com-package`)).body.data;
    const total = (rows: { kind: string; total: number }[]) => rows.find(({ kind }) => kind === 'sms')?.total ?? 0;
    expect(total(units) - total(before)).toBe(2000);
    expect(order.steps.map(({ step }) => step).slice(-3)).toEqual(['confirm', 'deploy', 'complete']);
  });

  test('give the months of a subscription that was bought with devices to as many of them', async () => {
    const order = await paid([{ ...tanks(3), tokens: [{ id: id('SAMPLE-TOKEN-12'), qty: 2 }] }]);
    expect(order.units.map(({ months }) => months)).toEqual([24, 24, 12]);
    const asked = order.units.map(({ id }) => ({ unitId: id, serial: serial() }));
    const done: DeployUnit[] = (await deploy(order, asked)).body.data;
    const { rows } = await app.kit.pool.query(
      'SELECT source, months FROM device_token WHERE id = ANY ($1) ORDER BY id',
      [done.map(({ tokenId }) => tokenId)],
    );
    expect(rows.map(({ source, months }) => [source, months])).toEqual([
      ['bought', 24],
      ['bought', 24],
      ['free', 12],
    ]);
  });
});

describe('serial numbers of units', () => {
  test('that are wrong fail alone with their reason, are corrected alone, and nothing is made twice', async () => {
    const order = await paid([tanks(4)]);
    const [known] = (await buyer.call('GET', '/sample/device?limit=1')).body.data;
    const [first, second, third, fourth] = deviceUnits(order) as [DeployUnit, DeployUnit, DeployUnit, DeployUnit];
    const good = serial();
    const asked = [
      { unitId: first.id, serial: good },
      { unitId: second.id, serial: 'not a serial' },
      { unitId: third.id, serial: known.serial },
      { unitId: fourth.id, serial: good },
    ];
    const results: DeployUnit[] = (await deploy(order, asked)).body.data;
    expect(results.map(({ state, error }) => [state, error])).toEqual([
      ['done', null],
      ['error', 'invalidSerial'],
      ['error', 'serial-in-use'],
      ['error', 'serial-in-use'],
    ]);
    expect((await detailOf(order.id)).status).toBe('confirmed');
    const again = [second, third, fourth].map(({ id }) => ({ unitId: id, serial: serial() }));
    const repeated: DeployUnit[] = (await deploy(order, [{ unitId: first.id, serial: serial() }, ...again])).body.data;
    expect(repeated.map(({ state }) => state)).toEqual(Array(4).fill('done'));
    expect(repeated[0]?.serial).toBe(good);
    const detail = await detailOf(order.id);
    expect([detail.status, detail.lines[0]?.deployedQty]).toEqual(['deployed', 4]);
  });

  test('of an order that is not confirmed are refused, and nobody but the Super Admin deploys', async () => {
    const order = await place([tanks(1)]);
    const early = await deploy(order, [{ unitId: 1, serial: serial() }]);
    expect([early.status, early.body.word, early.body.code]).toEqual([409, 'not-confirmed', '20020007']);
    const ready = await pay(order);
    const units = [{ unitId: ready.units[0]?.id, serial: serial() }];
    expect((await deploy(ready, units, buyer)).status).toBe(403);
    expect((await deploy(ready, [{ unitId: 2_000_000, serial: serial() }])).status).toBe(404);
  });
});
