import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let structure: { id: number };
let company: number;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  structure = (await customer.call('GET', `/company/${company}/structure?limit=1`)).body.data[0];
});
afterAll(() => app.close());

const addToInventory = async (serial: string): Promise<number> => {
  const hardware = await app.kit.pool.query(
    "SELECT name_en FROM device_hardware WHERE app = 'sample' AND solution_id = 901",
  );
  const lines = [{ serial, model: hardware.rows[0].name_en }];
  await customer.call('POST', '/sample/device/import', { body: { dryRun: false, lines } });
  return (await customer.call('GET', `/sample/device?search=${serial}`)).body.data[0].id;
};
const deviceCount = async () =>
  (
    await app.kit.pool.query(
      'SELECT coalesce(sum(devices), 0)::integer AS n FROM structure_solution WHERE structure_id = $1',
      [structure.id],
    )
  ).rows[0].n;
const uninstall = (id: number, to: string) => customer.call('PUT', `/sample/device/${id}/remove`, { body: { to } });
const install = (id: number) =>
  customer.call('PUT', `/sample/device/${id}/install`, { body: { structureId: structure.id } });

test('a repeated installation or move with the same key gets the first reply and is logged once', async () => {
  const id = await addToInventory('70B3D5EE0010');
  const body = { structureId: structure.id };
  for (const [method, action] of [
    ['PUT', 'install'],
    ['PATCH', 'move'],
  ] as const) {
    const headers = { 'idempotency-key': `${action}-${id}` };
    const send = () => customer.call(method, `/sample/device/${id}/${action}`, { body, headers });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  }
  const log = (await customer.call('GET', `/sample/device/${id}/log`)).body.data;
  expect(log.filter(({ kind }: { kind: string }) => kind === 'installed')).toHaveLength(1);
  await uninstall(id, 'removed');
});

test('a technician whose group allows it installs and moves devices, but cannot uninstall them', async () => {
  const technician = await app.signIn('operator@rasid.test');
  const viewer = await app.signIn('viewer@rasid.test');
  const id = await addToInventory('70B3D5EE0011');
  const body = { structureId: structure.id };
  expect((await viewer.call('PUT', `/sample/device/${id}/install`, { body })).status).toBe(403);
  expect((await technician.call('PUT', `/sample/device/${id}/install`, { body })).body.data.state).toBe('installed');
  expect((await technician.call('PATCH', `/sample/device/${id}/move`, { body })).status).toBe(200);
  for (const to of ['inventory', 'removed'])
    expect((await technician.call('PUT', `/sample/device/${id}/remove`, { body: { to } })).status).toBe(403);
  await uninstall(id, 'removed');
});

test('a device that is removed while it is being installed stays removed', async () => {
  const id = await addToInventory('70B3D5EE00AA');
  const before = await deviceCount();
  const client = await app.kit.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("UPDATE device SET state = 'removed' WHERE id = $1", [id]);
    const installing = install(id);
    await expect
      .poll(async () => (await app.kit.pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount, {
        timeout: 10_000,
      })
      .toBeGreaterThan(0);
    await client.query('COMMIT');
    expect((await installing).body.word).toBe('device-removed');
  } finally {
    client.release();
  }
  const { rows } = await app.kit.pool.query('SELECT state FROM device WHERE id = $1', [id]);
  expect([rows[0].state, await deviceCount()]).toEqual(['removed', before]);
});

test('a device is installed from the inventory, returned and removed, and each step is logged', async () => {
  const id = await addToInventory('70B3D5EE0000');
  const before = await deviceCount();
  expect((await uninstall(id, 'inventory')).body.word).toBe('device-in-inventory');
  expect((await install(id)).body.data).toMatchObject({ state: 'installed', structure: { id: structure.id } });
  expect(await deviceCount()).toBe(before + 1);
  expect((await uninstall(id, 'inventory')).body.data).toMatchObject({
    state: 'inventory',
    structure: null,
    floor: null,
  });
  expect(await deviceCount()).toBe(before);
  await install(id);
  expect((await uninstall(id, 'removed')).body.data).toMatchObject({ state: 'removed', structure: null });
  expect(await deviceCount()).toBe(before);
  const log = (await customer.call('GET', `/sample/device/${id}/log`)).body.data;
  expect(log.map((line: { kind: string }) => line.kind)).toEqual([
    'removed',
    'installed',
    'returned',
    'installed',
    'imported',
  ]);
  expect(log[0].data.from).toMatchObject({ structureId: structure.id });
});

test('a removed device cannot be installed, receive commands or connect', async () => {
  const device = await testDevice(app, customer, 'solutionId=902');
  await (await device.connect()).endAsync();
  expect((await uninstall(device.id, 'removed')).status).toBe(200);
  await expect(device.connect()).rejects.toThrow();
  await device.end();
  expect([(await install(device.id)).body.word, (await uninstall(device.id, 'inventory')).body.word]).toEqual([
    'device-removed',
    'device-removed',
  ]);
  const sent = await customer.call('POST', `/sample/device/${device.id}/command`, { body: { method: 'ping' } });
  expect([sent.status, sent.body.word]).toEqual([409, 'device-removed']);
});

test('a person who may not install devices may not uninstall them', async () => {
  const id = await addToInventory('70B3D5EE0001');
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await viewer.call('PUT', `/sample/device/${id}/remove`, { body: { to: 'removed' } })).status).toBe(403);
});

test('a device cannot be installed in a structure of another company or on a floor of another structure', async () => {
  const id = await addToInventory('70B3D5EE0002');
  const other = await app.signIn('other@rasid.test');
  const foreign = (await other.call('GET', '/session')).body.data.company.id;
  const theirs = (await other.call('GET', `/company/${foreign}/structure?limit=1`)).body.data[0];
  const floors = await app.kit.pool.query(
    'SELECT f.id FROM floor f JOIN structure s ON s.id = f.structure_id WHERE s.id <> $1 ORDER BY s.company_id = $2 LIMIT 1',
    [structure.id, company],
  );
  const at = async (body: object) => {
    const reply = await customer.call('PUT', `/sample/device/${id}/install`, { body });
    return [reply.status, reply.body.word];
  };
  expect(await at({ structureId: theirs.id })).toEqual([409, 'place-not-found']);
  expect(await at({ structureId: structure.id, floorId: floors.rows[0].id })).toEqual([409, 'place-not-found']);
  const spaces = await app.kit.pool.query('SELECT id FROM space WHERE company_id = $1 AND structure_id <> $2 LIMIT 1', [
    company,
    structure.id,
  ]);
  expect(await at({ structureId: structure.id, spaceId: spaces.rows[0].id })).toEqual([409, 'place-not-found']);
  const stored = await app.kit.pool.query('SELECT structure_id, floor_id, space_id, state FROM device WHERE id = $1', [
    id,
  ]);
  expect(stored.rows).toEqual([{ structure_id: null, floor_id: null, space_id: null, state: 'inventory' }]);
});
