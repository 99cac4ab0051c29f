import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { placesAt } from '#core/devices/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;
let sites: number[];

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await inSystem(app.kit.db, demoCompanies)).reem;
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'rodent', [company]));
  sites = (await customer.call('GET', `/company/${company}/structure?limit=2`)).body.data.map(
    ({ id }: { id: number }) => id,
  );
});
afterAll(() => app.close());

let added = 0;
/** A trap of the inventory with this number. */
async function trap(number: number): Promise<number> {
  added += 1;
  const { rows } = await app.kit.pool.query(
    `WITH d AS (INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
                VALUES ($1, 'rodent', 28, 2801, 'Trap', $2, 'inventory') RETURNING id, company_id)
     INSERT INTO rodent_trap (id, company_id, number) SELECT id, company_id, $3 FROM d RETURNING id`,
    [company, `MOVED${added}`, number],
  );
  return rows[0].id;
}
const place = (id: number, site: number | undefined) =>
  customer.call('PATCH', '/rodent/device/bulk', { body: { items: [{ id, structureId: site }] } });
const traps = async (ids: readonly number[]) =>
  (
    await app.kit.pool.query('SELECT structure_id AS site, number FROM rodent_trap WHERE id = ANY ($1) ORDER BY id', [
      ids,
    ])
  ).rows;

test('a trap follows its device, and keeps its number where it is free', async () => {
  const [first, second, third] = [await trap(7), await trap(7), await trap(7)];
  await place(first, sites[0]);
  await place(second, sites[1]);
  expect(await traps([first, second])).toEqual([
    { site: sites[0], number: 7 },
    { site: sites[1], number: 7 },
  ]);
  await place(second, sites[0]);
  expect(await traps([second])).toEqual([{ site: sites[0], number: null }]);
  await customer.call('PUT', `/rodent/device/${first}/remove`, { body: { to: 'inventory' } });
  expect(await traps([first])).toEqual([{ site: null, number: 7 }]);
  await place(third, sites[0]);
  expect(await traps([third])).toEqual([{ site: sites[0], number: 7 }]);
});

test('of traps that come with the same number in one call, the first keeps it', async () => {
  const ids = [await trap(9), await trap(9)];
  const items = ids.map((id) => ({ id, structureId: sites[0] }));
  expect((await customer.call('PATCH', '/rodent/device/bulk', { body: { items } })).status).toBe(200);
  expect((await traps(ids)).map(({ number }) => number)).toEqual([9, null]);
});

test('the places of a device at a time are those of its log', async () => {
  const id = await trap(11);
  await place(id, sites[0]);
  await place(id, sites[1]);
  await customer.call('PUT', `/rodent/device/${id}/remove`, { body: { to: 'inventory' } });
  const { rows } = await app.kit.pool.query(
    `SELECT (extract(epoch FROM at) * 1000)::float8 AS at FROM device_log WHERE device_id = $1 AND kind IN ('installed', 'moved', 'returned') ORDER BY id`,
    [id],
  );
  const moves = rows.map(({ at }) => at);
  expect(moves).toHaveLength(3);
  const found = await inSystem(app.kit.db, (tx) =>
    placesAt(
      tx,
      [moves[0] - 1, ...moves].map((at) => ({ id, at })),
    ),
  );
  expect(found.map(({ structureId }) => structureId)).toEqual([null, sites[0], sites[1], null]);
});
