import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const companies = await inSystem(app.kit.db, demoCompanies);
  company = companies.reem;
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'sparking', [companies.reem, companies.qasr]));
});
afterAll(() => app.close());

const call = (method: Parameters<TestPerson['call']>[0], path: string, body?: object, person = customer) =>
  person.call(method, `/sparking/api${path}`, body ? { body } : {});
const query = (text: string, values: unknown[]) => app.kit.pool.query(text, values);

/** A car park at a new structure. */
async function carPark(name: string): Promise<number> {
  const made = await call('POST', '/location', { name, countryId: 233, type: 'underground' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data.id;
}

test('a car park says for whom bays are free, how much of it is known, and how many of its sensors are silent', async () => {
  const id = await carPark('Mall');
  const slots = { prefix: 'A-', from: 1, to: 4, digits: 3, use: 'standard' };
  await call('POST', '/group', { locationId: id, name: 'Level 1', slots });
  const bays = (await call('GET', `/slot?locationId=${id}&sort[number]=asc`)).body.data as { id: number }[];
  const [a, b, c] = bays.map((bay) => bay.id);
  await call('PATCH', '/slot/bulk', { ids: [a, b], set: { use: 'ev' } });
  const seen = [
    [a, 'free'],
    [b, 'occupied'],
    [c, 'free'],
  ] as const;
  for (const [bay, state] of seen) await call('POST', `/slot/${bay}/state`, { state, reason: 'Seen' });
  // One sensor is heard and one is silent; one that is not installed yet counts in neither.
  const sensors = [
    { bay: a, state: 'installed', connection: 'online' },
    { bay: b, state: 'installed', connection: 'offline' },
    { bay: c, state: 'inventory', connection: 'offline' },
  ];
  for (const { bay, state, connection } of sensors)
    await query(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state, structure_id, space_id, connection)
       VALUES ($1, 'sparking', 23, 2301, $2, $2, $3, $4, $5, $6)`,
      [company, `FACT-${bay}`, state, id, bay, connection],
    );
  const location = (await call('GET', `/location/${id}`)).body.data;
  expect(location).toMatchObject({ free: 2, occupied: 1, unknown: 1, coverage: 0.75, offline: 1 });
  expect(location.byUse).toMatchObject([
    { use: 'ev', total: 2, free: 1 },
    { use: 'standard', total: 2, free: 1 },
  ]);
  expect((await call('GET', '/location?search=mall')).body.data).toEqual([location]);
});

test('car parks can be filtered by city and by how full they are, with the number of those that the caller sees', async () => {
  const [home, away] = (await query('SELECT id FROM city ORDER BY id LIMIT 2', [])).rows.map((city) => city.id);
  const parks = [await carPark('North'), await carPark('South'), await carPark('West')];
  for (const [n, id] of parks.entries())
    await query('UPDATE structure SET city_id = $2 WHERE id = $1', [id, n < 2 ? home : away]);
  const [full] = parks;
  await query(
    `INSERT INTO sparking_fill (company_id, location_id, group_id, fill) VALUES ($1, $2, 0, 'full')
     ON CONFLICT (location_id, group_id) DO UPDATE SET fill = 'full'`,
    [company, full],
  );
  const metadata = async (person = customer) => (await call('GET', '/location/metadata', undefined, person)).body.data;
  const all = await metadata();
  expect(all.cities).toEqual([
    { value: { id: home, name: expect.any(String) }, count: 2 },
    { value: { id: away, name: expect.any(String) }, count: 1 },
  ]);
  expect(all.fills).toEqual([
    { value: 'open', count: all.total - 1 },
    { value: 'full', count: 1 },
  ]);
  const viewer = await app.signIn('viewer@rasid.test');
  const { id } = (await viewer.call('GET', '/session')).body.data.user;
  const group = { name: 'North', users: [id], resources: [full], permissions: { location: ['read'] } };
  expect((await call('POST', '/permissions-group', group)).status).toBe(201);
  expect(await metadata(viewer)).toMatchObject({
    total: 1,
    cities: [{ value: { id: home }, count: 1 }],
    fills: [{ value: 'full', count: 1 }],
  });
  expect(await metadata(await app.signIn('other@rasid.test'))).toMatchObject({ total: 0, cities: [], fills: [] });
});
