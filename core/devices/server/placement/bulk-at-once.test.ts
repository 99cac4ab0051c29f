import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countDevices } from '#core/places/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Listeners } from '#platform/server/domain-events.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;
let places: number[];

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  const structures = (await customer.call('GET', `/company/${company}/structure?limit=2`)).body.data;
  places = structures.map(({ id }: { id: number }) => id);
});
afterAll(() => app.close());

type Item = { id: number; name?: string; structureId?: number };
const send = (items: readonly Item[]) => customer.call('PATCH', '/sample/device/bulk', { body: { items } });
const at = (index: number) => places[index % places.length] as number;

/** New devices of the inventory, with serial numbers that begin so. */
async function added(prefix: string, count: number): Promise<number[]> {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
     SELECT $1, 'sample', 901, 90101, 'New', $2 || lpad(n::text, 4, '0'), 'inventory' FROM generate_series(1, $3::integer) n RETURNING id`,
    [company, prefix, count],
  );
  return rows.map(({ id }) => id);
}
const kindsOf = async (ids: readonly number[]): Promise<{ id: number; kinds: string[] }[]> =>
  (
    await app.kit.pool.query(
      'SELECT device_id AS id, array_agg(kind ORDER BY id) AS kinds FROM device_log WHERE device_id = ANY ($1) GROUP BY 1',
      [ids],
    )
  ).rows;
/** The count of devices of each place that is shown, and how many there are. */
const counts = async () =>
  (
    await app.kit.pool.query(
      `SELECT n.devices AS shown, (SELECT count(*)::integer FROM device d WHERE d.structure_id = n.structure_id AND d.solution_id = 901 AND d.state = 'installed') AS actual
         FROM structure_solution n WHERE n.structure_id = ANY ($1) AND n.solution_id = 901 ORDER BY n.structure_id`,
      [places],
    )
  ).rows;

test('calls at once that move the same devices, also one by one, are each done in full and counted', async () => {
  const ids = await added('B1000001', 20);
  expect((await send(ids.map((id, n) => ({ id, structureId: at(n) })))).status).toBe(200);
  const replies = await Promise.all([
    ...[0, 1, 2, 3].map((turn) =>
      send(
        (turn % 2 === 0 ? ids : ids.toReversed()).map((id, n) => ({ id, structureId: at(n + turn), name: `N${turn}` })),
      ),
    ),
    ...ids
      .slice(0, 4)
      .map((id, n) => customer.call('PATCH', `/sample/device/${id}/move`, { body: { structureId: at(n + 1) } })),
    ...ids.slice(4, 6).map((id) => customer.call('PUT', `/sample/device/${id}/remove`, { body: { to: 'inventory' } })),
  ]);
  expect(replies.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  for (const { shown, actual } of await counts()) expect(shown).toBe(actual);
  // Each log line goes on from the one before: from its place, and from its name.
  const { rows } = await app.kit.pool.query(
    `SELECT data, lag(data -> 'to') OVER (PARTITION BY device_id, kind ORDER BY id) AS before FROM device_log
      WHERE device_id = ANY ($1) AND kind IN ('moved', 'renamed')`,
    [ids.slice(6)],
  );
  for (const { data, before } of rows) if (before) expect(data.from).toEqual(before);
});

test('counts of places are locked in the order of the places', async () => {
  const [low, high] = places.toSorted((a, b) => a - b) as [number, number];
  const change = (structureId: number) => ({ companyId: company, structureId, solutionId: 901, by: 0 });
  // Written last, the row of the first place is the last one of the table.
  await inSystem(app.kit.db, (tx) => countDevices(tx, [change(high), change(low)]));
  await app.kit.pool.query('UPDATE structure_solution SET devices = devices WHERE structure_id = $1', [low]);
  const client = await app.kit.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM structure_solution WHERE structure_id = $1 FOR UPDATE', [low]);
    const { pid } = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0];
    const waiting = inSystem(app.kit.db, async (tx) => {
      // As for the changes of many places.
      await sql`SELECT set_config(name, 'off', true) FROM unnest(ARRAY['enable_nestloop', 'enable_mergejoin']) name`.execute(
        tx,
      );
      await countDevices(tx, [change(high), change(low)]);
    });
    const blocked = async () =>
      (await app.kit.pool.query('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [pid])).rowCount;
    await expect.poll(blocked, { timeout: 10_000 }).toBe(1);
    await client.query('SELECT FROM structure_solution WHERE structure_id = $1 FOR UPDATE NOWAIT', [high]);
    await client.query('COMMIT');
    await waiting;
  } finally {
    client.release();
  }
});

test('a listener that refuses an installation refuses the call, which then announces nothing', async () => {
  const ids = await added('B1000003', 3);
  const announced: number[] = [];
  const stop = app.kit.signals.on('device.changed', ({ id }) => void announced.push(id));
  const before = app.kit.listeners;
  const vetoing: Listeners = {
    inTransaction: {
      'devices.installed': async (_, event) => {
        if (event.ids.includes(ids[1] as number)) throw refuse(409, 'in-use');
      },
    },
  };
  app.kit.listeners = [...before, vetoing];
  const items = ids.map((id) => ({ id, name: 'Other', structureId: at(0) }));
  const refused = await send(items).finally(() => {
    app.kit.listeners = before;
  });
  expect(refused.status).toBe(409);
  expect(announced).toEqual([]);
  expect(await kindsOf(ids)).toEqual([]);
  for (const { shown, actual } of await counts()) expect(shown).toBe(actual);
  expect((await send(items)).status).toBe(200);
  expect(announced.toSorted((a, b) => a - b)).toEqual(ids);
  expect((await kindsOf(ids)).map(({ kinds }) => kinds.toSorted())).toEqual(ids.map(() => ['installed', 'renamed']));
  stop();
});

test('changes are announced once they can be read', async () => {
  const [id] = (await added('B1000004', 1)) as [number];
  const seen: Promise<string>[] = [];
  const stop = app.kit.signals.on('device.changed', () => {
    seen.push(app.kit.pool.query('SELECT name FROM device WHERE id = $1', [id]).then(({ rows }) => rows[0].name));
  });
  await send([{ id, name: 'West tank' }]);
  expect(await Promise.all(seen)).toEqual(['West tank']);
  stop();
});

test('a device is only moved by whom both sites allow to install', async () => {
  const operator = await app.signIn('operator@rasid.test');
  const { id: operatorId } = (await operator.call('GET', '/session')).body.data.user;
  const [id] = (await added('B1000005', 1)) as [number];
  await send([{ id, structureId: at(0) }]);
  await app.kit.pool.query('DELETE FROM permission_group_member WHERE user_id = $1', [operatorId]);
  const allow = (name: string, structures: readonly number[], actions: readonly string[]) =>
    app.kit.pool.query(
      `WITH made AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'sample', $2) RETURNING id),
            member AS (INSERT INTO permission_group_member (group_id, company_id, user_id) SELECT id, $1, $3 FROM made),
            site AS (INSERT INTO permission_group_resource (group_id, company_id, resource) SELECT id, $1, s::text FROM made, unnest($4::integer[]) s)
       INSERT INTO permission_group_grant (group_id, company_id, entity, actions) SELECT id, $1, 'device', $5 FROM made`,
      [company, name, operatorId, structures, actions],
    );
  await allow('Sees both', places, ['read']);
  await allow('Installs at the second', [at(1)], ['read', 'install']);
  const move = async () =>
    (await operator.call('PATCH', '/sample/device/bulk', { body: { items: [{ id, structureId: at(1) }] } })).body.data;
  expect(await move()).toEqual([{ id, result: 'no-permission' }]);
  await allow('Installs at the first', [at(0)], ['read', 'install']);
  expect(await move()).toEqual([{ id, result: 'updated' }]);
});
