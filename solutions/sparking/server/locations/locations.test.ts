import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let company: number;

beforeAll(async () => {
  app = await rasid();
  [customer, other] = [await app.signIn('customer@rasid.test'), await app.signIn('other@rasid.test')];
  const companies = await inSystem(app.kit.db, demoCompanies);
  company = companies.reem;
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'sparking', [companies.reem, companies.qasr]));
});
afterAll(() => app.close());

const call = (method: Parameters<TestPerson['call']>[0], path: string, body?: object) =>
  customer.call(method, `/sparking/api${path}`, body ? { body } : {});

let added = 0;
/** A car park at a new structure. */
async function carPark(): Promise<number> {
  added += 1;
  const made = await call('POST', '/location', { name: `Car park ${added}`, countryId: 233, type: 'underground' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data.id;
}
const series = (from: number, to: number, prefix = 'B1-') => ({ prefix, from, to, digits: 3, use: 'standard' });
async function group(locationId: number, slots?: object): Promise<number> {
  added += 1;
  const made = await call('POST', '/group', { locationId, name: `Level ${added}`, ...(slots ? { slots } : {}) });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data.id;
}
const slotsOf = async (locationId: number) =>
  (await call('GET', `/slot?locationId=${locationId}&limit=100`)).body.data as {
    id: number;
    number: string;
    state: string;
    device: { name: string } | null;
  }[];
/** A sensor of the inventory. */
async function sensor(name: string): Promise<number> {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state) VALUES ($1, 'sparking', 23, 2301, $2, $2, 'inventory') RETURNING id`,
    [company, name],
  );
  return rows[0].id;
}
const place = (items: readonly { id: number; structureId: number; spaceId: number | undefined }[]) =>
  call('PATCH', '/device/bulk', { items });

test('a car park makes its structure, or takes one that is not a car park yet', async () => {
  const id = await carPark();
  const structure = (await customer.call('GET', `/company/${company}/structure/${id}`)).body.data;
  expect(structure).toMatchObject({ id, name: 'Car park 1', kind: 'site' });
  const again = await call('POST', '/location', { structureId: id });
  expect([again.status, again.body.word]).toEqual([409, 'already-parking']);
  expect((await call('POST', '/location', {})).status).toBe(418);
  const renamed = await call('PATCH', `/location/${id}`, { name: 'Qasr Mall Car Park', almostFullPct: 80 });
  expect(renamed.body.data).toMatchObject({ name: 'Qasr Mall Car Park', almostFullPct: 80, total: 0, coverage: null });
  expect((await call('GET', '/location?search=qasr mall')).body.data).toMatchObject([{ id }]);
  await customer.call('PATCH', `/company/${company}/structure/${id}`, { body: { name: 'Old Souq Yard' } });
  expect((await call('GET', `/location/${id}`)).body.data.name).toBe('Old Souq Yard');
});

test('a count at gates needs the capacity, and a car park is not full before it is almost full', async () => {
  const id = await carPark();
  const early = await call('PATCH', `/location/${id}`, { almostFullPct: 95, fullPct: 94 });
  expect([early.status, early.body.errors]).toMatchObject([418, [{ param: 'almostFullPct', msg: 'aboveFull' }]]);
  const without = await call('PATCH', `/location/${id}`, { countMode: 'counters' });
  expect([without.status, without.body.errors[0].param]).toEqual([418, 'capacityDeclared']);
  expect((await call('PATCH', `/location/${id}`, { countMode: 'counters', capacityDeclared: 150 })).status).toBe(200);
});

test('of two series at the same time the second one waits, and names the number that is taken', async () => {
  const locationId = await carPark();
  const add = (name: string) => call('POST', '/group', { locationId, name, slots: series(1, 20) });
  const replies = await Promise.all([add('East'), add('West')]);
  expect(replies.map(({ status, body }) => [status, body.word]).sort()).toEqual([
    [201, undefined],
    [409, 'series-taken'],
  ]);
});

test('60 bays of one series are created all or none, and a number that is taken names itself', async () => {
  const id = await carPark();
  const first = await call('POST', '/group', { locationId: id, name: 'B1', slots: series(1, 60) });
  expect(first.body.data).toMatchObject({ total: 60, unknown: 60, free: 0, coverage: 0, fill: null });
  const second = await call('POST', '/group', { locationId: id, name: 'B2', slots: series(60, 119) });
  expect([second.status, second.body.word, second.body.detail]).toMatchObject([
    409,
    'series-taken',
    { name: 'B1-060' },
  ]);
  expect((await call('GET', `/group?locationId=${id}`)).body.totalRecords).toBe(1);
  expect((await call('GET', `/slot?locationId=${id}`)).body.totalRecords).toBe(60);
});

test('another number keeps the bay, also when its space is renamed', async () => {
  const id = await carPark();
  await group(id, series(1, 1));
  const [bay] = await slotsOf(id);
  const renamed = await call('PATCH', `/slot/${bay?.id}`, { number: 'ب١-٠٠١' });
  expect(renamed.body.data).toMatchObject({ id: bay?.id, number: 'ب١-٠٠١', code: 'B1-001' });
  const path = `/company/${company}/structure/${id}/space/${bay?.id}`;
  await customer.call('PATCH', path, { body: { name: 'B1-901' } });
  expect((await slotsOf(id)).map(({ number }) => number)).toEqual(['B1-901']);
  const removal = await customer.call('DELETE', path);
  expect([removal.status, removal.body.word]).toEqual([409, 'in-use']);
});

test('removing a car park keeps its structure and retires its bays, and its devices leave them', async () => {
  const id = await carPark();
  await group(id, series(1, 3));
  const [bay] = await slotsOf(id);
  const device = await sensor('PARK-R');
  await place([{ id: device, structureId: id, spaceId: bay?.id }]);
  const refused = await call('DELETE', `/location/${id}`);
  expect([refused.status, refused.body.word]).toEqual([409, 'has-slots']);
  const held = await customer.call('DELETE', `/company/${company}/structure/${id}`);
  expect(held.status).toBe(409);
  expect((await call('DELETE', `/location/${id}?retire=true`)).status).toBe(204);
  expect((await call('GET', `/location/${id}`)).status).toBe(404);
  expect((await customer.call('GET', `/company/${company}/structure/${id}`)).status).toBe(200);
  expect(await slotsOf(id)).toEqual([]);
  const { rows } = await app.kit.pool.query('SELECT structure_id, space_id FROM device WHERE id = $1', [device]);
  expect(rows).toEqual([{ structure_id: id, space_id: null }]);
  const kept = await app.kit.pool.query('SELECT count(*)::integer AS n FROM sparking_slot WHERE location_id = $1', [
    id,
  ]);
  expect(kept.rows[0].n).toBe(3);
});

test('a group with bays is removed once they have moved to another one', async () => {
  const id = await carPark();
  const [first, second] = [await group(id, series(1, 4)), await group(id)];
  expect((await call('DELETE', `/group/${first}`)).body.word).toBe('has-slots');
  expect((await call('DELETE', `/group/${first}?moveTo=${first}`)).status).toBe(418);
  expect((await call('DELETE', `/group/${first}?moveTo=${second}`)).status).toBe(204);
  expect((await call('GET', `/group?locationId=${id}`)).body.data).toMatchObject([{ id: second, total: 4 }]);
});

test('bays that are out of service count in no total, and many bays are changed at once', async () => {
  const id = await carPark();
  await group(id, series(1, 4));
  const ids = (await slotsOf(id)).map((one) => one.id);
  const out = { reason: 'Resurfacing', from: '2026-01-01T00:00:00Z', until: null };
  const changed = await call('PATCH', '/slot/bulk', { ids: ids.slice(0, 3), set: { use: 'ev', outOfService: out } });
  expect(changed.body.data).toEqual({ changed: 3 });
  const location = (await call('GET', `/location/${id}`)).body.data;
  expect(location).toMatchObject({
    total: 1,
    outOfService: 3,
    byUse: [
      { use: 'ev', total: 0 },
      { use: 'standard', total: 1 },
    ],
  });
  expect((await slotsOf(id)).map(({ state }) => state).filter((state) => state === 'out-of-service')).toHaveLength(3);
  await call('PATCH', '/slot/bulk', { ids, set: { outOfService: null } });
  expect((await call('GET', `/location/${id}`)).body.data).toMatchObject({ total: 4, outOfService: 0 });
  expect((await call('PATCH', '/slot/bulk', { ids: [...ids, 2_000_000], set: { use: 'taxi' } })).status).toBe(418);
});

test('what a person sees at a bay is its state, and counts', async () => {
  const id = await carPark();
  await group(id, series(1, 3));
  const [a, b] = await slotsOf(id);
  const set = (slot: number | undefined, state: string) =>
    call('POST', `/slot/${slot}/state`, { state, reason: 'Seen' });
  expect((await set(a?.id, 'occupied')).body.data).toMatchObject({
    state: 'occupied',
    quality: 'corrected',
    device: null,
  });
  await set(b?.id, 'free');
  const location = (await call('GET', `/location/${id}`)).body.data;
  expect(location).toMatchObject({ free: 1, occupied: 1, unknown: 1, total: 3, fill: 0.5 });
  expect((await call('GET', '/location/metadata')).body.data).toMatchObject({
    types: [{ value: 'underground' }],
    fills: [{ value: 'open' }],
  });
});

/** A viewer of one car park. */
async function viewerOf(locationId: number): Promise<TestPerson> {
  const viewer = await app.signIn('viewer@rasid.test');
  const { id } = (await viewer.call('GET', '/session')).body.data.user;
  await app.kit.pool.query(
    `WITH made AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'sparking', 'Viewers') RETURNING id, company_id),
          member AS (INSERT INTO permission_group_member (group_id, company_id, user_id) SELECT id, company_id, $2 FROM made),
          site AS (INSERT INTO permission_group_resource (group_id, company_id, resource) SELECT id, company_id, $3 FROM made)
     INSERT INTO permission_group_grant (group_id, company_id, entity, actions)
     SELECT id, company_id, unnest(ARRAY['location', 'group', 'slot']), ARRAY['read'] FROM made`,
    [company, id, String(locationId)],
  );
  return viewer;
}

test('a viewer of one car park sees it and changes nothing, and neither another one nor another company does', async () => {
  const [id, elsewhere] = [await carPark(), await carPark()];
  const groupId = await group(id, series(1, 2));
  const [bay] = await slotsOf(id);
  await group(elsewhere, series(1, 2));
  const [unseen] = await slotsOf(elsewhere);
  const viewer = await viewerOf(id);
  const seen = async (path: string) => (await viewer.call('GET', `/sparking/api${path}`)).body.data;
  expect(await seen(`/location/${id}`)).toMatchObject({ total: 2 });
  expect(await seen('/location')).toMatchObject([{ id }]);
  expect(await seen('/group')).toMatchObject([{ id: groupId }]);
  expect(await seen('/slot')).toHaveLength(2);
  expect(await seen(`/location/${id}/slot`)).toHaveLength(2);
  expect(await seen(`/location/${id}/to-check`)).toEqual([]);
  await call('PATCH', `/slot/${bay?.id}`, { reservedFor: 'Dr Salem' });
  expect((await seen(`/slot/${bay?.id}`)).reservedFor).toBeNull();
  const others = [`/location/${elsewhere}`, `/slot/${unseen?.id}`, `/slot/${unseen?.id}/check`];
  for (const path of [...others, `/location/${elsewhere}/slot`, `/location/${elsewhere}/to-check`])
    expect((await viewer.call('GET', `/sparking/api${path}`)).status, path).toBe(404);
  const now = new Date().toISOString();
  const writes = [
    ['POST', '/location', { name: 'Mine', countryId: 233 }],
    ['PATCH', `/location/${id}`, { notes: 'x' }],
    ['DELETE', `/location/${id}`],
    ['POST', '/group', { locationId: id, name: 'x' }],
    ['PATCH', `/slot/${bay?.id}`, { use: 'ev' }],
    ['POST', `/slot/${bay?.id}/state`, { state: 'free', reason: 'x' }],
    ['POST', `/slot/${bay?.id}/check`, { clientId: randomUUID(), at: now, stayFrom: now, result: 'empty' }],
    ['PUT', `/location/${id}/public`],
  ] as const;
  for (const [method, path, body] of writes)
    expect((await viewer.call(method, `/sparking/api${path}`, body ? { body } : {})).status, path).toBe(403);
  const theirs = [`/location/${id}`, `/slot/${bay?.id}`, `/group/${groupId}/history`, `/slot/${bay?.id}/history`];
  for (const path of theirs) expect((await other.call('GET', `/sparking/api${path}`)).status, path).toBe(404);
  expect((await other.call('POST', '/sparking/api/group', { body: { locationId: id, name: 'x' } })).status).toBe(404);
});
