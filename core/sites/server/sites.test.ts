import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDevice } from '#main/testing/test-device.ts';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Site } from '../common/site.ts';

let app: Rasid;
let customer: TestPerson;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

const read = async (path: string) => (await customer.call('GET', path)).body.data;

test('the page of a site shows its worst open alarm, its devices by connection, and each app', async () => {
  const tank = await testDevice(app, customer, 'solutionId=901');
  await tank.publish({ level: 4 });
  const { structure } = await read(`/sample/device/${tank.id}`);
  const site: Site = await read(`/overview/site/${structure.id}`);
  expect(site).toMatchObject({ id: structure.id, name: structure.name, worst: 'problem' });
  expect(site.since).not.toBeNull();
  expect(site.online + site.sleeping + site.offline).toBe(site.devices);
  expect(site.byApp.find((one) => one.app === 'sample')?.alarms.problem).toBeGreaterThan(0);
  expect(site.byApp.reduce((sum, { devices }) => sum + devices, 0)).toBe(site.devices);

  const open = await customer.call('GET', `/overview/alarm?structureId=${structure.id}&limit=50`);
  expect(open.body.totalRecords).toBe(Object.values(site.alarms).reduce((sum, count) => sum + count, 0));
  expect((await customer.call('GET', '/overview/alarm?structureId=x')).status).toBeLessThan(500);

  const devices = await customer.call('GET', `/overview/site/${structure.id}/device?limit=100`);
  expect(devices.body.totalRecords).toBe(site.devices);
  await tank.end();
});

test('the page of a site takes the same statements for any number of devices', async () => {
  // Without workers, whose statements would be counted.
  const quiet = await rasid();
  const person = await quiet.signIn('customer@rasid.test');
  const rows = (await person.call('GET', '/sample/analysis/structure-portfolio?limit=100&sort[devices]=desc')).body
    .data;
  const [most, least] = [rows[0].id, rows.findLast(({ devices }: { devices: number }) => devices > 0).id];
  const statements = (id: number) => countStatements(quiet, () => person.call('GET', `/overview/site/${id}`));
  await statements(most);
  expect(await statements(most)).toBe(await statements(least));
  await quiet.close();
});

test('a site of another company, or outside of the permission groups, is not found', async () => {
  const [{ id }] = await read('/sample/analysis/structure-portfolio?limit=1&sort[devices]=desc');
  const other = await app.signIn('other@rasid.test');
  expect((await other.call('GET', `/overview/site/${id}`)).status).toBe(404);
  expect((await other.call('GET', `/overview/site/${id}/device`)).status).toBe(404);
});
