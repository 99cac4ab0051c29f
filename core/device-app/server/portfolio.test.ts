import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDevice } from '#main/testing/test-device.ts';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, viewer] = [await app.signIn('customer@rasid.test'), await app.signIn('viewer@rasid.test')];
});
afterAll(() => app.close());

const read = async (path: string, person = customer) => (await person.call('GET', path)).body.data;
type Row = { id: number; devices: number; worst: string; alarms: Record<string, number> };

test('the portfolio counts the devices and open alarms of the structures that the person can see', async () => {
  const tank = await testDevice(app, customer, 'solutionId=901');
  await tank.publish({ level: 4 });
  const { structure } = await read(`/sample/device/${tank.id}`);
  const all: Row[] = await read('/sample/analysis/structure-portfolio?limit=100');
  const row = all.find(({ id }) => id === structure.id);
  const standing = (await customer.call('GET', `/sample/device?structureId=${structure.id}`)).body.totalRecords;
  expect(row).toMatchObject({ devices: standing, worst: 'problem' });
  expect(row?.alarms.problem).toBeGreaterThan(0);
  const seen: Row[] = await read('/sample/analysis/structure-portfolio?limit=100', viewer);
  expect(seen.length).toBeLessThan(all.length);
  await tank.end();
});

const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

/** Adds structures of the customer's company and returns the id of the company. */
async function addStructures(...named: string[]): Promise<void> {
  await app.kit.pool.query(
    `INSERT INTO structure (company_id, name, country_id)
     SELECT company_id, unnest($2::text[]), country_id FROM structure WHERE id = $1`,
    [(await read('/sample/analysis/structure-portfolio?limit=1'))[0].id, named],
  );
}

test('the portfolio is sorted by the worst state first, with structures without devices at the end', async () => {
  await addStructures('Empty plot');
  const tank = await testDevice(app, customer, 'solutionId=901');
  await tank.publish({ level: 4 });
  const { structure } = await read(`/sample/device/${tank.id}`);
  const all: (Row & { name: string; since: string | null })[] = await read(
    '/sample/analysis/structure-portfolio?limit=100',
  );
  expect(all[0]).toMatchObject({ id: structure.id, worst: 'problem' });
  expect(all[0]?.since).not.toBeNull();
  expect(all.at(-1)).toMatchObject({ devices: 0, worst: 'good' });
  await tank.end();
});

test('the portfolio orders names naturally: Tower 2 before Tower 10', async () => {
  await addStructures('Tower 10', 'Tower 2');
  const found = await read('/sample/analysis/structure-portfolio?limit=100&search=tower&sort[name]=asc');
  expect(names(found).filter((name) => /^Tower \d+$/.test(name))).toEqual(['Tower 2', 'Tower 10']);
});

test('the portfolio is filtered by state, kind and customer, and the matches are paged', async () => {
  await addStructures('Warehouse lot');
  const empty = await customer.call('GET', '/sample/analysis/structure-portfolio?worst=none&limit=1&skip=1');
  const all = await read('/sample/analysis/structure-portfolio?limit=100');
  expect(empty.body.totalRecords).toBe(all.filter(({ devices }: Row) => devices === 0).length);
  expect(empty.body.data).toHaveLength(1);
  expect(await read('/sample/analysis/structure-portfolio?worst=none&kind=villa&search=warehouse')).toEqual([]);
  expect(await read('/sample/analysis/structure-portfolio?companyId=999999')).toEqual([]);
});

test('a structure with only informational alarms does not count as one without alarms', async () => {
  const tank = await testDevice(app, customer, 'solutionId=901');
  const { structure } = await read(`/sample/device/${tank.id}`);
  await app.kit.pool.query("DELETE FROM alarm WHERE structure_id = $1 AND app = 'sample'", [structure.id]);
  const path = `/sample/analysis/structure-portfolio?limit=100`;
  const isIn = async (state: string) =>
    (await read(`${path}&worst=${state}`)).some(({ id }: Row) => id === structure.id);
  expect([await isIn('fine'), await isIn('good')]).toEqual([true, false]);
  await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at)
     SELECT company_id, app, 'status', 'battery-low', 'good', id, solution_id, structure_id, now(), now() FROM device WHERE id = $1`,
    [tank.id],
  );
  expect([await isIn('fine'), await isIn('good')]).toEqual([false, true]);
  const states = ['none', 'fine', 'good', 'ok', 'poor', 'problem'];
  const found = await Promise.all(states.map((state) => read(`${path}&worst=${state}`)));
  expect(found.flat()).toHaveLength((await read(path)).length);
  await tank.end();
});

test('the portfolio takes the same statements for any number of structures', async () => {
  // Without workers, whose statements would be counted.
  const quiet = await rasid();
  const person = await quiet.signIn('customer@rasid.test');
  const statements = (limit: number) =>
    countStatements(quiet, () => person.call('GET', `/sample/analysis/structure-portfolio?limit=${limit}`));
  await statements(1);
  expect(await statements(100)).toBe(await statements(1));
  await quiet.close();
});
