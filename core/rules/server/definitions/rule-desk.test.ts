import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let other: TestPerson;
let company: number;
/** The operator may read the rules of the first structure. */
let [here, there] = [0, 0];

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  operator = await app.signIn('operator@rasid.test');
  other = await app.signIn('other@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  for (const { id } of (await customer.call('GET', '/sample/permissions-group')).body.data)
    await customer.call('DELETE', `/sample/permissions-group/${id}`);
  const structures = (await customer.call('GET', '/sample/structure/devices-info?limit=2')).body.data;
  [here, there] = structures.map(({ id }: { id: number }) => id);
  const users = [(await operator.call('GET', '/session')).body.data.user.id];
  const permissions = { rule: ['read'] };
  const body = { name: 'Rules', users, resources: [here], permissions };
  const created = await customer.call('POST', '/sample/permissions-group', { body });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
});
beforeEach(() => app.kit.pool.query('DELETE FROM alarm_rule'));
afterAll(() => app.close());

const levels = [{ severity: 'poor', condition: { sensor: 'level', is: '>', value: 3 }, trigger: { type: 'simple' } }];
const make = async (name: string, structureId: number | null = null): Promise<number> => {
  const body = { name, kind: 'custom', names: { en: name, ar: name }, levels, structureId };
  const reply = await customer.call('POST', '/sample/rule', { body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.id;
};
/** A rule as another app would keep it. */
const foreign = async (of: string): Promise<number> =>
  (
    await app.kit.pool.query(
      `INSERT INTO alarm_rule (company_id, app, class, kind, name, levels) VALUES ($1, $2, 'operational', 'custom', 'Foreign', '[]') RETURNING id`,
      [company, of],
    )
  ).rows[0].id;
const list = async (query = '', person = customer) => (await person.call('GET', `/rule?limit=50${query}`)).body;
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

test('the rules of all apps whose rules a person may read are in one list, with their app', async () => {
  const [all, first, second] = [await make('A'), await make('B', here), await make('C', there)];
  await foreign('rooms');
  const page = await list();
  expect(idsOf(page)).toEqual([all, first, second]);
  expect(page).toMatchObject({ totalRecords: 3, data: [{ app: 'sample' }, {}, {}] });
  expect(idsOf(await list('', operator))).toEqual([all, first]);
  expect(idsOf(await list('', other))).toEqual([]);
});

test('rules are filtered by app, site and kind', async () => {
  const [, first] = [await make('A'), await make('B', here)];
  expect(idsOf(await list(`&structureId=${here}`))).toEqual([first]);
  expect((await list('&app=sample&kind=custom')).totalRecords).toBe(2);
  expect(idsOf(await list('&app=rooms'))).toEqual([]);
});

test('a rule is switched off by those whose app allows it', async () => {
  const [first, second] = [await make('B', here), await make('C', there)];
  const off = (id: number, person: TestPerson) => person.call('PATCH', `/rule/${id}`, { body: { enabled: false } });
  expect((await off(first, customer)).body.data).toMatchObject({ id: first, enabled: false });
  for (const id of [first, second]) expect((await off(id, operator)).status).toBe(403);
  expect((await off(first, other)).status).toBe(404);
  expect((await off(await foreign('rooms'), customer)).status).toBe(404);
  expect((await customer.call('GET', `/rule/${first}/history`)).body.data[0]).toMatchObject({
    changes: [{ field: 'enabled', before: true, after: false }],
  });
});

test('a rule is deleted by those whose groups allow it', async () => {
  const id = await make('B', here);
  expect((await operator.call('DELETE', `/rule/${id}`)).status).toBe(403);
  expect((await other.call('DELETE', `/rule/${id}`)).status).toBe(404);
  expect((await customer.call('DELETE', `/rule/${id}`)).status).toBe(204);
  expect(idsOf(await list())).toEqual([]);
});

test('rules are listed in as many statements however many there are, in the order of an index', async () => {
  await make('A');
  const few = await countStatements(app, () => list());
  for (let at = 0; at < 10; at += 1) await make(`More ${at}`, at % 2 === 0 ? here : null);
  expect(await countStatements(app, () => list())).toBe(few);
  const client = await app.kit.pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off');
    const plan = await client.query(
      `EXPLAIN SELECT t.id FROM alarm_rule t WHERE company_id = 1 AND t.template_version_id IS NULL AND (t.app = 'sample' AND true) ORDER BY t.name, t.id LIMIT 25`,
    );
    expect(JSON.stringify(plan.rows)).not.toContain('Sort');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
