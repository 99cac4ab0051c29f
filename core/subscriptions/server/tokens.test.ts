import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { addTokens } from './tokens.ts';

let app: Rasid;
let customer: TestPerson;
let integrator: TestPerson;
let viewer: TestPerson;
let reem: number;
let najm: number;
let structure: number;
const tank = 90101;
const solution = 901;

beforeAll(async () => {
  app = await rasid();
  [customer, integrator, viewer] = (await Promise.all(
    ['customer', 'integrator', 'viewer'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
  reem = (await customer.call('GET', '/session')).body.data.company.id;
  najm = (await integrator.call('GET', '/session')).body.data.company.id;
  const found = await app.kit.pool.query('SELECT min(id) AS id FROM structure WHERE company_id = $1', [reem]);
  structure = found.rows[0].id;
  await app.kit.pool.query(
    "INSERT INTO company_app (company_id, app_id) VALUES ($1, 'sample') ON CONFLICT DO NOTHING",
    [najm],
  );
});
afterAll(() => app.close());

let count = 0;
const nextSerial = () => `70B3D5AB${(++count).toString(16).toUpperCase().padStart(4, '0')}`;
const inStock = async (companyId = reem, months = 12, solutionIds: number[] = []) =>
  (
    await inSystem(app.kit.db, (tx) =>
      addTokens(tx, { companyId, app: 'sample', solutionIds, source: 'bought', months, count: 1 }),
    )
  )[0] as number;
const add = async (person = customer, body = {}) =>
  (await person.call('POST', '/sample/device', { body: { serial: nextSerial(), hardwareId: tank, ...body } })).body
    .data;
const post = (path: string, body?: object, person = customer) => person.call('POST', path, body ? { body } : {});
const tokenState = async (device: number) => (await customer.call('GET', `/sample/device/${device}`)).body.data.token;

test('a subscription waits in the inventory and begins when its device is installed', async () => {
  const [token, device] = [await inStock(), await add()];
  const assigned = await customer.call('PUT', `/sample/device/${device.id}/token`, { body: { tokenId: token } });
  expect([assigned.status, assigned.body.data.token]).toEqual([200, 'not-activated']);
  await customer.call('PUT', `/sample/device/${device.id}/install`, { body: { structureId: structure } });
  const page = (await customer.call('GET', `/sample/device/${device.id}`)).body.data;
  expect(page.token).toBe('active');
  const log = (await customer.call('GET', `/sample/device/${device.id}/log`)).body.data;
  expect(log.map(({ kind }: { kind: string }) => kind)).toEqual([
    'installed',
    'token-activated',
    'token-assigned',
    'added',
  ]);
});

test('a month that begins on 31 January ends on the last day of February by the calendar of the company', async () => {
  const token = await inStock(reem, 1);
  const device = await add(customer, { structureId: structure });
  await post(`/token/${token}/assign`, { deviceId: device.id });
  await app.kit.pool.query(
    "UPDATE device_token SET activation_at = '2031-01-30T22:00:00Z', expiration_at = '2031-01-30T22:00:00Z' WHERE id = $1",
    [token],
  );
  const month = await inStock(reem, 1);
  const renewed = await post(`/token/${token}/renew`, { tokenId: month });
  // Midnight to 2 o'clock of 31 January in Dubai becomes the same time of 28 February.
  expect(renewed.body.data.expirationAt).toBe('2031-02-27T22:00:00.000Z');
});

test('a subscription in stock is used once, however many renewals ask for it at the same time', async () => {
  const device = await add(customer, { structureId: structure });
  const first = await inStock();
  await post(`/token/${first}/assign`, { deviceId: device.id });
  const before = Date.parse((await customer.call('GET', `/sample/device/${device.id}`)).body.data.expirationAt);
  const months = await inStock();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => post(`/token/${first}/renew`, { tokenId: months })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  const after = Date.parse((await customer.call('GET', `/sample/device/${device.id}`)).body.data.expirationAt);
  expect((after - before) / 86_400_000).toBeGreaterThan(364);
  expect((after - before) / 86_400_000).toBeLessThan(367);
  const listed = await customer.call('GET', `/token?status=used&app=sample`);
  expect(listed.body.data.map(({ id }: { id: number }) => id)).toContain(months);
});

test('a blocked subscription hides the readings until it is unblocked', async () => {
  const device = await add(customer, { structureId: structure });
  const token = await inStock();
  await post(`/token/${token}/assign`, { deviceId: device.id });
  const blocked = await post(`/token/${token}/block`, { reason: 'Not paid' });
  expect(blocked.body.data).toMatchObject({ status: 'blocked', blockReason: 'Not paid' });
  expect(await tokenState(device.id)).toBe('blocked');
  await post(`/token/${token}/unblock`);
  expect(await tokenState(device.id)).toBe('active');
});

test('only a subscription that was never activated goes back to the stock', async () => {
  const [token, device] = [await inStock(), await add()];
  await post(`/token/${token}/assign`, { deviceId: device.id });
  expect((await post(`/token/${token}/unassign`)).body.data.status).toBe('unassigned');
  expect(await tokenState(device.id)).toBe('none');
  await post(`/token/${token}/assign`, { deviceId: device.id });
  await post(`/token/${token}/activate`);
  expect((await post(`/token/${token}/unassign`)).body.word).toBe('already-active');
});

test('a subscription fits devices of its company, app and solution that have none', async () => {
  const device = await add(customer, { structureId: structure });
  const word = async (id: number) => (await post(`/token/${id}/assign`, { deviceId: device.id })).body.word;
  expect(await word(await inStock(reem, 12, [902, 903]))).toBe('token-does-not-fit');
  expect(await word(await inStock(najm))).toBe('not-found');
  expect(await word(await inStock(reem, 12, [solution, 903]))).toBeUndefined();
  expect(await word(await inStock())).toBe('device-has-token');
});

test('a subscription moves to another device with its remaining months, and both devices show it', async () => {
  const [token, from] = [await inStock(), await add(customer, { structureId: structure })];
  await post(`/token/${token}/assign`, { deviceId: from.id });
  const to = await add(customer, { structureId: structure });
  const before = (await customer.call('GET', `/sample/device/${from.id}`)).body.data.expirationAt;
  const move = (id: number, deviceId: number, person = customer) =>
    person.call('PATCH', `/token/${id}/move`, { body: { deviceId } });
  const moved = (await move(token, to.id)).body.data;
  expect([moved.device.id, moved.status, moved.expirationAt]).toEqual([to.id, 'active', before]);
  expect([await tokenState(from.id), await tokenState(to.id)]).toEqual(['none', 'active']);
  for (const { id } of [from, to]) {
    const [line] = (await customer.call('GET', `/sample/device/${id}/log`)).body.data;
    expect([line.kind, line.data]).toEqual(['token-moved', { token, from: from.id, to: to.id }]);
  }
  expect((await move(token, from.id, viewer)).status).toBe(403);
  await post(`/token/${token}/block`, { reason: 'Unpaid' });
  expect((await move(token, from.id)).body.word).toBe('token-blocked');
});

test('a subscription does not move to a device that has one, was removed or belongs to another company', async () => {
  const [token, from] = [await inStock(), await add(customer, { structureId: structure })];
  await post(`/token/${token}/assign`, { deviceId: from.id });
  const word = async (deviceId: number, id = token) =>
    (await customer.call('PATCH', `/token/${id}/move`, { body: { deviceId } })).body.word;
  const other = await add(customer, { structureId: structure });
  await post(`/token/${await inStock()}/assign`, { deviceId: other.id });
  expect(await word(other.id)).toBe('device-has-token');
  expect(await word(from.id)).toBe('device-has-token');
  expect(await word(other.id, await inStock())).toBe('token-not-assigned');
  const removed = await add(customer, { structureId: structure });
  await customer.call('PUT', `/sample/device/${removed.id}/remove`, { body: { to: 'removed' } });
  expect(await word(removed.id)).toBe('device-removed');
  expect(await word((await add(integrator)).id)).toBe('not-found');
});

test('one of several subscriptions assigned to a device at the same moment is kept, and the others are refused', async () => {
  const device = await add(customer, { structureId: structure });
  const tokens = [await inStock(), await inStock(), await inStock()];
  const replies = await Promise.all(tokens.map((id) => post(`/token/${id}/assign`, { deviceId: device.id })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('a new device takes a subscription from stock before one of the trial', async () => {
  await app.kit.pool.query('UPDATE device_token SET blocked_at = now() WHERE company_id = $1 AND device_id IS NULL', [
    reem,
  ]);
  const token = await inStock();
  const device = await add(customer, { structureId: structure, activate: true });
  expect(device.token).toBe('active');
  const listed = await customer.call('GET', `/token?search=${device.serial}`);
  expect(listed.body.data).toMatchObject([{ id: token, status: 'active', device: { id: device.id } }]);
});

test('a device that is given to a client brings its subscription, and its history stays with the former owner', async () => {
  const device = await add(integrator);
  const token = await inStock(najm);
  await post(`/token/${token}/assign`, { deviceId: device.id }, integrator);
  await integrator.call('PUT', `/sample/device/${device.id}/credential`);
  await app.kit.pool.query('INSERT INTO device_latest (device_id, sensor_id, time, value) VALUES ($1, 13, now(), 21)', [
    device.id,
  ]);
  const given = await integrator.call('PATCH', '/device/owner', { body: { id: device.id, customerId: reem } });
  expect([given.status, given.body.data.company.id]).toEqual([200, reem]);
  const { id } = given.body.data;
  expect(id).not.toBe(device.id);
  const page = (await customer.call('GET', `/sample/device/${id}`)).body.data;
  expect(page).toMatchObject({
    serial: device.serial,
    state: 'inventory',
    token: 'not-activated',
    credentialName: null,
  });
  expect(
    (await customer.call('GET', `/sample/device/${id}/log`)).body.data.map(({ kind }: { kind: string }) => kind),
  ).toEqual(['received']);
  expect((await customer.call('GET', `/sample/device/${device.id}`)).status).toBe(404);
  expect((await integrator.call('GET', `/sample/device/${device.id}`)).body.data.state).toBe('removed');
  expect((await customer.call('PUT', `/sample/device/${id}/credential`)).status).toBe(200);
});

test('only a device of the inventory can be given away, and only to a client', async () => {
  const owner = (id: number, customerId: number, person = integrator) =>
    person.call('PATCH', `/sample/device/${id}/owner`, { body: { customerId } });
  const device = await add(integrator);
  const qasr = (await (await app.signIn('other@rasid.test')).call('GET', '/session')).body.data.company.id;
  expect((await owner(device.id, qasr)).body.word).toBe('not-a-client');
  expect((await owner(device.id, najm)).body.word).toBe('same-company');
  await app.kit.pool.query("UPDATE device SET state = 'installed' WHERE id = $1", [device.id]);
  expect((await owner(device.id, reem)).body.word).toBe('device-installed');
  const own = await add(customer, { structureId: structure });
  expect((await owner(own.id, najm, viewer)).status).toBe(403);
});

test('a subscription in stock is passed on to a client, one of a device is not', async () => {
  const token = await inStock(najm);
  const given = await integrator.call('PATCH', '/token/owner', { body: { id: token, customerId: reem } });
  expect(given.body.data).toMatchObject({ id: token, company: { id: reem } });
  expect((await customer.call('GET', '/token?limit=1')).body.data[0].id).toBe(token);
  const device = await add(integrator);
  const used = await inStock(najm);
  await post(`/token/${used}/assign`, { deviceId: device.id }, integrator);
  expect((await integrator.call('PATCH', '/token/owner', { body: { id: used, customerId: reem } })).body.word).toBe(
    'token-in-use',
  );
});

test('a viewer can only read subscriptions', async () => {
  const token = await inStock();
  expect((await viewer.call('GET', '/token')).status).toBe(200);
  for (const action of ['activate', 'unblock', 'unassign'])
    expect((await post(`/token/${token}/${action}`, undefined, viewer)).status).toBe(403);
});

test('the serial of a device that its owner removed is free for another company', async () => {
  const device = await add(integrator);
  await integrator.call('PUT', `/sample/device/${device.id}/credential`);
  await app.kit.pool.query("UPDATE device SET state = 'removed' WHERE id = $1", [device.id]);
  const again = await customer.call('POST', '/sample/device', { body: { serial: device.serial, hardwareId: tank } });
  expect(again.status).toBe(201);
  expect((await customer.call('PUT', `/sample/device/${again.body.data.id}/credential`)).status).toBe(200);
  const line = { serial: device.serial, name: 'Renamed' };
  const imported = await customer.call('POST', '/sample/device/import', { body: { dryRun: false, lines: [line] } });
  expect(imported.body.data[0].outcome).toBe('updated');
});
