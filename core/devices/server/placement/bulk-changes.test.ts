import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let company: number;
let structures: { id: number; name: string }[];

beforeAll(async () => {
  app = await rasid();
  [customer, viewer, other] = (await Promise.all(
    ['customer', 'viewer', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
  company = (await customer.call('GET', '/session')).body.data.company.id;
  structures = (await customer.call('GET', `/company/${company}/structure?limit=2`)).body.data;
});
afterAll(() => app.close());

type Item = { id: number; name?: string; structureId?: number; floorId?: number; spaceId?: number };
const send = (items: readonly Item[], person = customer, headers = {}) =>
  person.call('PATCH', '/sample/device/bulk', { body: { items }, headers });
const resultsOf = async (items: readonly Item[], person = customer) => {
  const reply = await send(items, person);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data;
};

/** New devices of the inventory, with serial numbers that begin so. */
async function added(prefix: string, count: number): Promise<number[]> {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
     SELECT $1, 'sample', 901, 90101, 'New', $2 || lpad(n::text, 4, '0'), 'inventory' FROM generate_series(1, $3::integer) n RETURNING id`,
    [company, prefix, count],
  );
  return rows.map(({ id }) => id);
}
const detail = async (id: number) => (await customer.call('GET', `/sample/device/${id}`)).body.data;
const kindsOf = async (id: number): Promise<string[]> =>
  (await customer.call('GET', `/sample/device/${id}/log`)).body.data.map(({ kind }: { kind: string }) => kind);
const countAt = async (structure: number | undefined): Promise<number> =>
  (
    await app.kit.pool.query(
      'SELECT coalesce(sum(devices), 0)::integer AS n FROM structure_solution WHERE structure_id = $1',
      [structure],
    )
  ).rows[0].n;
const at = (index: number) => structures[index]?.id as number;

test('devices are renamed, installed and moved in one call, and logged and counted like those of single calls', async () => {
  const [renamed, installed, both] = (await added('B0000001', 3)) as [number, number, number];
  const before = [await countAt(at(0)), await countAt(at(1))] as const;
  expect(
    await resultsOf([
      { id: both, name: 'West tank', structureId: at(0) },
      { id: renamed, name: 'East tank' },
      { id: installed, structureId: at(0) },
    ]),
  ).toEqual([both, renamed, installed].map((id) => ({ id, result: 'updated' })));
  expect(await detail(renamed)).toMatchObject({ name: 'East tank', state: 'inventory', structure: null });
  expect(await detail(both)).toMatchObject({ name: 'West tank', state: 'installed', structure: { id: at(0) } });
  expect(await kindsOf(both)).toEqual(expect.arrayContaining(['installed', 'renamed']));
  expect(await countAt(at(0))).toBe(before[0] + 2);

  await resultsOf([{ id: installed, structureId: at(1) }]);
  const [moved] = (await customer.call('GET', `/sample/device/${installed}/log?limit=1`)).body.data;
  expect(moved).toMatchObject({ kind: 'moved', fromPlace: structures[0]?.name, toPlace: structures[1]?.name });
  expect([await countAt(at(0)), await countAt(at(1))]).toEqual([before[0] + 1, before[1] + 1]);
});

test('what cannot be done to a device is stated for this device, which then stays as it is', async () => {
  const [good, removed, misplaced] = (await added('B0000002', 3)) as [number, number, number];
  await customer.call('PUT', `/sample/device/${removed}/remove`, { body: { to: 'removed' } });
  const { id: theirs } = (await other.call('GET', '/sample/device?limit=1')).body.data[0];
  const foreign = (await app.kit.pool.query('SELECT id FROM structure WHERE company_id <> $1 LIMIT 1', [company]))
    .rows[0].id;
  expect(
    await resultsOf([
      { id: theirs, name: 'Mine' },
      { id: removed, name: 'Gone', structureId: at(0) },
      { id: misplaced, name: 'Lost', structureId: foreign },
      { id: 2_000_000_000, name: 'Nothing' },
      { id: good, name: 'Found' },
    ]),
  ).toEqual([
    { id: theirs, result: 'not-found' },
    { id: removed, result: 'device-removed' },
    { id: misplaced, result: 'place-not-found' },
    { id: 2_000_000_000, result: 'not-found' },
    { id: good, result: 'updated' },
  ]);
  expect([(await detail(removed)).name, (await detail(misplaced)).name]).toEqual(['New', 'New']);
  expect((await detail(good)).name).toBe('Found');
});

test('floors and spaces are those of the structure that the item names', async () => {
  const [id] = (await added('B0000003', 1)) as [number];
  const floor = (
    await app.kit.pool.query('SELECT id, structure_id FROM floor WHERE company_id = $1 LIMIT 1', [company])
  ).rows[0];
  const elsewhere = structures.find((one) => one.id !== floor.structure_id)?.id as number;
  expect(await resultsOf([{ id, structureId: elsewhere, floorId: floor.id }])).toEqual([
    { id, result: 'place-not-found' },
  ]);
  await resultsOf([{ id, structureId: floor.structure_id, floorId: floor.id }]);
  expect(await detail(id)).toMatchObject({ floor: { id: floor.id }, structure: { id: floor.structure_id } });
  const reply = await send([{ id, floorId: floor.id }]);
  expect([reply.status, reply.body.errors]).toMatchObject([418, [{ msg: 'Required' }]]);
});

test('a person changes only devices at sites where a group allows it, and those of the inventory are not found', async () => {
  const operator = await app.signIn('operator@rasid.test');
  const { id: operatorId } = (await operator.call('GET', '/session')).body.data.user;
  const [shown, hidden, stock] = (await added('B0000004', 3)) as [number, number, number];
  await resultsOf([
    { id: shown, structureId: at(0) },
    { id: hidden, structureId: at(1) },
  ]);
  await app.kit.pool.query('DELETE FROM permission_group_member WHERE user_id = $1', [operatorId]);
  await app.kit.pool.query(
    `WITH made AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'sample', 'First site') RETURNING id),
          member AS (INSERT INTO permission_group_member (group_id, company_id, user_id) SELECT id, $1, $2 FROM made),
          site AS (INSERT INTO permission_group_resource (group_id, company_id, resource) SELECT id, $1, $3::text FROM made)
     INSERT INTO permission_group_grant (group_id, company_id, entity, actions)
     SELECT id, $1, 'device', ARRAY['read', 'install'] FROM made`,
    [company, operatorId, at(0)],
  );
  const items = [shown, hidden, stock].map((id) => ({ id, structureId: at(0) }));
  expect(await resultsOf(items, operator)).toEqual([
    { id: shown, result: 'updated' },
    { id: hidden, result: 'not-found' },
    { id: stock, result: 'not-found' },
  ]);
  const refused = [{ id: shown, result: 'no-permission' }];
  expect(await resultsOf([{ id: shown, structureId: at(1) }], operator)).toEqual(refused);
  // Technicians move devices; administrators name them.
  expect(await resultsOf([{ id: shown, name: 'Again', structureId: at(0) }], operator)).toEqual(refused);
  expect((await detail(shown)).name).toBe('New');
  expect((await send(items, viewer)).status).toBe(403);
});

test('a repeated call changes and logs nothing more', async () => {
  const [id] = (await added('B0000005', 1)) as [number];
  const items = [{ id, name: 'Once', structureId: at(0) }];
  const [first, again] = [
    await send(items, customer, { 'idempotency-key': `bulk-${id}` }),
    await send(items, customer, { 'idempotency-key': `bulk-${id}` }),
  ];
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await resultsOf(items)).toEqual([{ id, result: 'updated' }]);
  expect((await kindsOf(id)).toSorted()).toEqual(['installed', 'renamed']);
});

test('each device is named once, and a call has at most five hundred', async () => {
  const refusal = async (items: readonly Item[]) => {
    const { status, body } = await send(items);
    return [status, body.errors.map(({ msg }: { msg: string }) => msg)];
  };
  expect(await refusal([])).toEqual([418, ['Required']]);
  expect(
    await refusal([
      { id: 7, name: 'A' },
      { id: 7, name: 'B' },
    ]),
  ).toEqual([418, ['twiceInList']]);
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ id: 1_000_000_000 + n, name: 'N' }));
  expect(await refusal(many(501))).toEqual([418, ['tooLong']]);
  expect((await resultsOf(many(500))).length).toBe(500);
});

test('five hundred devices take as many statements as two', async () => {
  const items = async (prefix: string, count: number) =>
    (await added(prefix, count)).map((id, n) => ({ id, name: `Bulk ${n}`, structureId: at(n % 2) }));
  const [two, many] = [await items('B0000006', 2), await items('B0000007', 500)];
  await resultsOf(await items('B0000008', 2));
  expect(await countStatements(app, () => resultsOf(many))).toBe(await countStatements(app, () => resultsOf(two)));
});
