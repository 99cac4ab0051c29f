import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDevice } from '#main/test-device.ts';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let customer: Person;
let structure: { id: number };
let company: number;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  structure = (await customer.call('GET', `/company/${company}/structure?limit=1`)).body.data[0];
});
afterAll(() => app.close());

const inventory = async (serial: string): Promise<number> => {
  const hardware = await app.kit.pool.query(
    "SELECT name_en FROM device_hardware WHERE app = 'swam' AND solution_id = 2",
  );
  const lines = [{ serial, model: hardware.rows[0].name_en }];
  await customer.call('POST', '/swam/device/import', { body: { dryRun: false, lines } });
  return (await customer.call('GET', `/swam/device?search=${serial}`)).body.data[0].id;
};
const counted = async () =>
  (
    await app.kit.pool.query(
      'SELECT coalesce(sum(devices), 0)::integer AS n FROM structure_solution WHERE structure_id = $1',
      [structure.id],
    )
  ).rows[0].n;
const leave = (id: number, to: string) => customer.call('PUT', `/swam/device/${id}/remove`, { body: { to } });
const install = (id: number) =>
  customer.call('PUT', `/swam/device/${id}/install`, { body: { structureId: structure.id } });

test('a device goes from the inventory into a structure, back, and out of use for good; its log tells each step', async () => {
  const id = await inventory('70B3D5EE0000');
  const before = await counted();
  expect((await leave(id, 'inventory')).body.word).toBe('device-in-inventory');
  expect((await install(id)).body.data).toMatchObject({ state: 'installed', structure: { id: structure.id } });
  expect(await counted()).toBe(before + 1);
  expect((await leave(id, 'inventory')).body.data).toMatchObject({ state: 'inventory', structure: null, floor: null });
  expect(await counted()).toBe(before);
  await install(id);
  expect((await leave(id, 'removed')).body.data).toMatchObject({ state: 'removed', structure: null });
  expect(await counted()).toBe(before);
  const log = (await customer.call('GET', `/swam/device/${id}/log`)).body.data;
  expect(log.map((line: { kind: string }) => line.kind)).toEqual([
    'removed',
    'installed',
    'returned',
    'installed',
    'imported',
  ]);
  expect(log[0].data.from).toMatchObject({ structureId: structure.id });
});

test('a removed device is neither installed again, nor commanded, nor let in', async () => {
  const device = await testDevice(app, customer, 'solutionId=10');
  await (await device.connect()).endAsync();
  expect((await leave(device.id, 'removed')).status).toBe(200);
  await expect(device.connect()).rejects.toThrow();
  await device.end();
  expect([(await install(device.id)).body.word, (await leave(device.id, 'inventory')).body.word]).toEqual([
    'device-removed',
    'device-removed',
  ]);
  const sent = await customer.call('POST', `/swam/control-unit/${device.id}/command`, { body: { method: 'ping' } });
  expect([sent.status, sent.body.word]).toEqual([409, 'device-removed']);
});

test('who may not install may not take out', async () => {
  const id = await inventory('70B3D5EE0001');
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await viewer.call('PUT', `/swam/device/${id}/remove`, { body: { to: 'removed' } })).status).toBe(403);
});
