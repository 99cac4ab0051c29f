import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDevice } from '#main/testing/test-device.ts';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { CustomerHealth, Headline, SitePoint, SiteState } from '../common/overview.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let integrator: TestPerson;
let company: number;

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, viewer, integrator] = (await Promise.all(
    ['customer', 'viewer', 'integrator'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
  company = (await customer.call('GET', '/session')).body.data.company.id;
  // Only what the tests raise is open.
  await app.kit.pool.query('UPDATE alarm SET closed_at = now()');
  await app.kit.pool.query("UPDATE device SET connection = 'online', battery = 80");
});
afterAll(() => app.close());

const read = async (name: string, person = customer, headers: Record<string, string> = {}) =>
  (await person.call('GET', `/overview/${name}`, { headers })).body;
const headline = async (person = customer): Promise<Headline> => (await read('headline', person)).data;
const sites = async (person = customer): Promise<SiteState[]> => (await read('site?limit=100', person)).data;

test('an alarm shows in the figures, on its site, on the map and in the trend, with the time at which it was raised', async () => {
  const before = await headline();
  expect([before.worst, before.since, await sites()]).toEqual(['good', null, []]);
  const tank = await testDevice(app, customer, 'solutionId=901');
  await tank.publish({ level: 4 });
  const { structure } = (await customer.call('GET', `/sample/device/${tank.id}`)).body.data;
  const after = await headline();
  expect(after).toMatchObject({ worst: 'problem', alarms: { problem: 1 }, unacknowledged: 1 });
  expect(after.raised.today).toBe(before.raised.today + 1);
  expect(Math.abs(Date.now() - Date.parse(after.since ?? ''))).toBeLessThan(60_000);
  expect(await sites()).toMatchObject([{ id: structure.id, name: structure.name, worst: 'problem' }]);
  const points: SitePoint[] = (await read('map')).data;
  expect(points.find(({ id }) => id === structure.id)?.worst).toBe('problem');
  await tank.end();
});

test('the worst site comes first, and a site without alarms and offline devices is left out', async () => {
  const found = await app.kit.pool.query(
    `SELECT DISTINCT structure_id AS id FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' ORDER BY 1`,
    [company],
  );
  const [alarmed] = await sites();
  const [offline] = found.rows.filter(({ id }) => id !== alarmed?.id).map(({ id }) => id as number);
  await app.kit.pool.query("UPDATE device SET connection = 'offline' WHERE structure_id = $1", [offline]);
  const rows = await sites();
  expect(rows.map(({ id }) => id)).toEqual([alarmed?.id, offline]);
  expect(rows[1]).toMatchObject({ worst: 'good', since: null });
  expect(rows[1]?.offline).toBeGreaterThan(0);
});

test('a person of three structures sees the sites, devices and alarms of these only', async () => {
  const [all, some] = [await headline(), await headline(viewer)];
  expect(some.sites).toBeLessThan(all.sites);
  expect(some.devices).toBeLessThan(all.devices);
  const visible = (await viewer.call('GET', '/sample/structure/devices-info?limit=100')).body.data as { id: number }[];
  const ids = visible.map(({ id }) => id);
  for (const { id } of await sites(viewer)) expect(ids).toContain(id);
  for (const { id } of (await read('map', viewer)).data) expect(ids).toContain(id);
});

test('a provider sees the state of each customer, the worst first; customers do not', async () => {
  const rows: CustomerHealth[] = (await read('customer', integrator)).data;
  expect(rows[0]).toMatchObject({ id: company, worst: 'problem', contractRuns: true });
  expect(rows[0]?.offline).toBeGreaterThan(0);
  expect(rows.length).toBeGreaterThan(1);
  expect((await customer.call('GET', '/overview/customer')).status).toBe(403);
});

test('a provider that acts for a customer sees the state of that customer only, not zeros of the others', async () => {
  const rows: CustomerHealth[] = (await read('customer', integrator, { 'customer-id': String(company) })).data;
  expect(rows.map(({ id }) => id)).toEqual([company]);
  expect(rows[0]?.devices).toBeGreaterThan(0);
});

test('a customer whose contract names abilities is listed without its state', async () => {
  const limit = (abilities: string[] | null) =>
    app.kit.pool.query('UPDATE company_relation SET contract_abilities = $2 WHERE client_id = $1', [
      company,
      abilities,
    ]);
  await limit(['sample.device.read']);
  const rows: CustomerHealth[] = (await read('customer', integrator)).data;
  expect(rows.find(({ id }) => id === company)).toMatchObject({ limited: true, devices: 0, worst: 'good' });
  await limit(null);
});

test('figures, sites and customers take six statements at most, however many structures there are', async () => {
  await app.kit.pool.query(
    `INSERT INTO structure (company_id, name, kind, country_id, lat, lng) SELECT $1, 'Site ' || n, 'building', 233, 25, 55 FROM generate_series(1, 500) n`,
    [company],
  );
  await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state, structure_id, connection)
     SELECT $1, 'sample', 901, 90101, name, 'MANY' || id, 'installed', id, 'offline' FROM structure WHERE name LIKE 'Site %' AND company_id = $1`,
    [company],
  );
  // What every request takes: session, permissions, transaction.
  const around = await countStatements(app, () => customer.call('GET', '/user/parameter?keys=any'));
  const statements = async (name: string, person = customer) =>
    (await countStatements(app, () => read(name, person))) - around;
  expect((await sites()).length).toBe(100);
  for (const name of ['headline', 'site?limit=100', 'map']) expect(await statements(name), name).toBeLessThanOrEqual(6);
  expect(await statements('customer', integrator)).toBeLessThanOrEqual(6);
});
