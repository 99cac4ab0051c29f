import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson, untilServed } from '#main/testing.ts';
import { assignUnits, type SerialLine } from '../../common/assign-units.ts';
import type { DeployUnit } from '../../common/deployment.ts';
import type { OrderDetail } from '../../common/order.ts';

let app: Rasid;
let admin: TestPerson;
let buyer: TestPerson;
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
  untilServed(() => person.call('POST', `/order/${order.id}/deploy`, { body: { units } }));
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
  test('are one per device and per separate subscription; those that need no scan are done at once', async () => {
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
  test('that are wrong fail individually with their reason, are corrected individually, and are not deployed twice', async () => {
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
      ['error', 'twiceInList'],
    ]);
    expect((await detailOf(order.id)).status).toBe('confirmed');
    // A mistyped number may be that of somebody else's device, so the buyer does not see it.
    const read = (await buyer.call('GET', `/company/${company}/order/${order.id}`)).body.data;
    expect(deviceUnits(read).map(({ serial: shown }) => shown)).toEqual([good, null, null, null]);
    const again = [second, third, fourth].map(({ id }) => ({ unitId: id, serial: serial() }));
    const repeated: DeployUnit[] = (await deploy(order, [{ unitId: first.id, serial: serial() }, ...again])).body.data;
    expect(repeated.map(({ state }) => state)).toEqual(Array(4).fill('done'));
    // The finished unit keeps its device, and reports that the other serial number was not used.
    expect(repeated[0]).toMatchObject({ unitId: first.id, serial: good, error: 'unit-done' });
    expect(repeated.slice(1).map(({ error }) => error)).toEqual([null, null, null]);
    const [same] = (await deploy(order, [{ unitId: first.id, serial: good.toLowerCase() }])).body.data;
    expect(same).toMatchObject({ state: 'done', serial: good, error: null });
    const detail = await detailOf(order.id);
    expect([detail.status, detail.lines[0]?.deployedQty]).toEqual(['deployed', 4]);
  });

  test('that a stranger has entered are still deployed for the buyer, and the device of the stranger stays as it is', async () => {
    const number = serial();
    const stranger = await app.signIn('customer@rasid.test');
    const entered = await stranger.call('POST', '/sample/device', { body: { serial: number, hardwareId: 90101 } });
    expect(entered.status).toBe(201);
    const order = await paid([tanks(1)]);
    const [unit] = (await deploy(order, [{ unitId: order.units[0]?.id, serial: number }])).body.data;
    expect(unit).toMatchObject({ state: 'done', serial: number, error: null });
    expect((await buyer.call('GET', `/sample/device/${unit.deviceId}`)).body.data).toMatchObject({ serial: number });
    const kept = (await stranger.call('GET', `/sample/device/${entered.body.data.id}`)).body.data;
    expect([kept.serial, kept.state]).toEqual([number, 'inventory']);
  });

  test('that were deployed for one company are not deployed for another', async () => {
    const number = serial();
    const order = await paid([tanks(2)]);
    const [first, second] = deviceUnits(order) as [DeployUnit, DeployUnit];
    const [unit] = (await deploy(order, [{ unitId: first.id, serial: number }])).body.data;
    const { key } = (await buyer.call('PUT', `/sample/device/${unit.deviceId}/claim-key`)).body.data;
    const customer = await app.signIn('customer@rasid.test');
    expect((await customer.call('POST', '/device/claim', { body: { serial: number, key } })).status).toBe(200);
    const [refused] = (await deploy(order, [{ unitId: second.id, serial: number }])).body.data;
    expect([refused.state, refused.error]).toEqual(['error', 'serial-in-use']);
  });

  test('of an unconfirmed order are refused, and only the Super Admin deploys', async () => {
    const order = await place([tanks(1)]);
    const early = await deploy(order, [{ unitId: 1, serial: serial() }]);
    expect([early.status, early.body.word, early.body.code]).toEqual([409, 'not-confirmed', '20020007']);
    const ready = await pay(order);
    const units = [{ unitId: ready.units[0]?.id, serial: serial() }];
    expect((await deploy(ready, units, buyer)).status).toBe(403);
    expect((await deploy(ready, [{ unitId: 2_000_000, serial: serial() }])).status).toBe(404);
  });
});

test('a list of 120 serial numbers with three wrong ones creates 117 devices; the three are corrected individually, and no device is created twice', async () => {
  const order = await paid([tanks(120)]);
  const list = Array.from({ length: 120 }, (_, at) => ({ serial: at % 50 === 7 ? `wrong ${at}` : serial() }));
  const send = async (lines: readonly SerialLine[]) => {
    const before = await detailOf(order.id);
    const { units } = assignUnits(lines, before.units, before.lines);
    const parts = Array.from({ length: Math.ceil(units.length / 50) }, (_, at) => units.slice(at * 50, at * 50 + 50));
    await Promise.all(parts.map((part) => deploy(order, part)));
    const after = await detailOf(order.id);
    const count = (state: string) => after.units.filter((unit) => unit.state === state).length;
    return { asked: units.length, done: count('done'), errors: count('error'), status: after.status, order: after };
  };
  expect(await send(list)).toMatchObject({ asked: 120, done: 117, errors: 3, status: 'confirmed' });
  const again = await send(list);
  expect(again).toMatchObject({ asked: 3, done: 117, errors: 3 });
  expect(again.order.units.filter(({ state }) => state === 'error').map(({ error }) => error)).toEqual(
    Array(3).fill('invalidSerial'),
  );
  const corrected = list.map((line) => (line.serial.startsWith('wrong') ? { serial: serial() } : line));
  expect(await send(corrected)).toMatchObject({ asked: 3, done: 120, errors: 0, status: 'deployed' });
  expect(await send(corrected)).toMatchObject({ asked: 0, done: 120 });
  const { rows } = await app.kit.pool.query(
    `SELECT count(*) AS n, count(DISTINCT d.id) AS devices FROM device d JOIN deploy_unit u ON u.device_id = d.id WHERE u.order_id = $1`,
    [order.id],
  );
  expect(rows[0]).toEqual({ n: 120, devices: 120 });
  const mails = await app.kit.pool.query(
    `SELECT subject FROM mail_outbox WHERE recipient = 'other@rasid.test' AND subject LIKE '120 devices%'`,
  );
  expect(mails.rows).toHaveLength(1);
});

test('labels of LoRaWAN and GS1, a MAC with colons and an IMEI are read, and an IMEI with a wrong digit is refused', async () => {
  const order = await paid([tanks(5)]);
  const labels = [
    'LW:D0:70B3D50000000001:A84041FFFF18C2D1:00FF0102:O4F2A',
    '(01)09501101530003(21)70B3D50A0F37',
    '70:b3:d5:0a:0f:38',
    '490154203237518',
    '490154203237519',
  ];
  const asked = deviceUnits(order).map(({ id }, at) => ({ unitId: id, serial: labels[at] }));
  const results: DeployUnit[] = (await deploy(order, asked)).body.data;
  expect(results.map(({ serial, error }) => error ?? serial)).toEqual([
    'A84041FFFF18C2D1',
    '70B3D50A0F37',
    '70B3D50A0F38',
    '490154203237518',
    'invalidImei',
  ]);
  const { rows } = await app.kit.pool.query('SELECT attributes FROM device WHERE id = $1', [results[0]?.deviceId]);
  expect(rows[0].attributes).toEqual({ joinEui: '70B3D50000000001', ownerToken: '4F2A' });
});

describe('a device that is replaced', () => {
  const replace = (order: OrderDetail, unitId: number, to: string) =>
    admin.call('POST', `/order/${order.id}/deploy`, { body: { replace: { unitId, serial: to, reason: 'cracked' } } });

  test('leaves the inventory, and its subscription moves to its replacement', async () => {
    const order = await paid([tanks(1)]);
    const [unit] = (await deploy(order, [{ unitId: order.units[0]?.id, serial: serial() }])).body.data;
    const to = serial();
    const [former, made] = (await replace(order, unit.id, to)).body.data;
    expect([former.state, made.state, made.serial, made.tokenId]).toEqual(['replaced', 'done', to, unit.tokenId]);
    const state = async (id: number) => (await buyer.call('GET', `/sample/device/${id}`)).body.data;
    expect((await state(former.deviceId))?.state ?? 'removed').toBe('removed');
    expect(await state(made.deviceId)).toMatchObject({ state: 'inventory', token: 'not-activated' });
    const after = await detailOf(order.id);
    expect(after.steps.at(-1)).toMatchObject({ step: 'unit-replaced', detail: { reason: 'cracked', serial: to } });
    expect(after.lines[0]?.deployedQty).toBe(1);
    expect((await replace(order, unit.id, serial())).body.word).toBe('unit-done');
  });

  test('is uninstalled first, and one that was never created cannot be replaced', async () => {
    const order = await paid([tanks(2)]);
    const [unit, open] = order.units as [DeployUnit, DeployUnit];
    const [made] = (await deploy(order, [{ unitId: unit.id, serial: serial() }])).body.data;
    const [structure] = (await buyer.call('GET', `/company/${company}/structure?limit=1`)).body.data;
    await buyer.call('PUT', `/sample/device/${made.deviceId}/install`, { body: { structureId: structure.id } });
    const refused = await replace(order, unit.id, serial());
    expect([refused.status, refused.body.word, refused.body.code]).toEqual([409, 'device-installed', '20070006']);
    expect((await replace(order, open.id, serial())).status).toBe(404);
  });
});

test('the labels of deployed devices name them in both languages and lead to them in the inventory', async () => {
  const order = await paid([tanks(1)]);
  const labels = (person = admin) => person.call('POST', `/order/${order.id}/labels`, { body: { lang: 'ar' } });
  expect((await labels()).body.word).toBe('no-labels');
  const number = serial();
  await deploy(order, [{ unitId: order.units[0]?.id, serial: number }]);
  const requested = await labels();
  expect(requested.status, JSON.stringify(requested.body)).toBe(201);
  const { rows } = await app.kit.pool.query('SELECT page, data FROM print_document WHERE id = $1', [
    requested.body.data.id,
  ]);
  expect(rows[0]).toMatchObject({
    page: 'device-labels',
    data: {
      order: order.number,
      labels: [{ serial: number, nameEn: 'Tank 1', nameAr: expect.stringMatching(/\p{Script=Arabic}/u) }],
    },
  });
  expect(rows[0].data.labels[0].address).toMatch(new RegExp(`/devices/inventory\\?serial=${number}$`));
  expect((await labels(buyer)).status).toBe(403);
});

test('subscriptions that were bought with devices are for those, not for devices of another part of the order', async () => {
  const { units, lines } = await paid([tanks(1), { ...tanks(1), tokens: [{ id: id('SAMPLE-TOKEN-12'), qty: 1 }] }]);
  const months = lines
    .filter(({ kind }) => kind === 'device')
    .map(({ id: lineId }) => units.find((unit) => unit.lineId === lineId)?.months);
  // Twelve months are free.
  expect(months).toEqual([12, 24]);
});

test('the labels of a model in stock are only those of devices in the seller’s own inventory', async () => {
  const labels = (person = buyer) =>
    person.call('POST', '/device-stock/label', { body: { hardwareId: 90101, lang: 'en' } });
  const requested = await labels();
  expect(requested.status, JSON.stringify(requested.body)).toBe(201);
  const { rows } = await app.kit.pool.query('SELECT company_id, data FROM print_document WHERE id = $1', [
    requested.body.data.id,
  ]);
  const own = await app.kit.pool.query(
    `SELECT serial FROM device WHERE company_id = $1 AND hardware_id = 90101 AND state = 'inventory' ORDER BY created_at, id`,
    [company],
  );
  expect(rows[0].company_id).toBe(company);
  expect(rows[0].data.labels.map(({ serial: of }: { serial: string }) => of)).toEqual(
    own.rows.map(({ serial: of }) => of),
  );
  await app.kit.pool.query(`UPDATE device SET state = 'removed' WHERE company_id = $1 AND hardware_id = 90101`, [
    company,
  ]);
  expect((await labels()).body.word).toBe('no-labels');
});

test('units are added to a balance of any size, so that the payment of an order is never stopped by it', async () => {
  const { rows } = await app.kit.pool.query(
    `SELECT id, units, icon FROM market_product WHERE kind = 'sms-package' AND price_cents IS NOT NULL ORDER BY units DESC LIMIT 1`,
  );
  const [{ id: product, units, icon }] = rows;
  await app.kit.pool.query(
    `INSERT INTO com_package (company_id, kind, icon, total, remaining) VALUES ($1, 'sms', $2, 2147483647, 2147483647)
     ON CONFLICT (company_id, kind, icon) DO UPDATE SET total = excluded.total, remaining = excluded.remaining`,
    [company, icon],
  );
  const order = await paid([{ type: 'core-sms-packages', app: 'core', packages: [{ id: product, qty: 10 }] }]);
  expect(order.paymentStatus).toBe('paid');
  const balances = (await buyer.call('GET', `/company/${company}/com-package`)).body.data;
  expect(balances.find((row: { kind: string }) => row.kind === 'sms').total).toBe(2_147_483_647 + 10 * units);
});
