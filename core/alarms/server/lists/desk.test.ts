import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let other: TestPerson;
/** The operator can see operational alarms of the first structure only. */
const seen = { structureId: 0, deviceId: 0 };
const hidden = { structureId: 0, deviceId: 0 };

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  operator = await app.signIn('operator@rasid.test');
  other = await app.signIn('other@rasid.test');
  for (const { id } of (await customer.call('GET', '/sample/permissions-group')).body.data)
    await customer.call('DELETE', `/sample/permissions-group/${id}`);
  const { rows } = await app.kit.pool.query(
    `SELECT DISTINCT ON (d.structure_id) d.structure_id, d.id FROM device d
       JOIN users u ON u.company_id = d.company_id AND u.email = 'customer@rasid.test'
      WHERE d.app = 'sample' AND d.structure_id IS NOT NULL ORDER BY d.structure_id, d.id LIMIT 2`,
  );
  [seen, hidden].forEach((target, at) => {
    Object.assign(target, { structureId: rows[at].structure_id, deviceId: rows[at].id });
  });
  const users = [(await operator.call('GET', '/session')).body.data.user.id];
  const permissions = { 'operational-alarm': ['read', 'acknowledge'] };
  const body = { name: 'Looking', users, resources: [seen.structureId], permissions };
  expect((await customer.call('POST', '/sample/permissions-group', { body })).status).toBe(201);
});
beforeEach(() => app.kit.pool.query('DELETE FROM alarm'));
afterAll(() => app.close());

type Changes = { class?: string; severity?: string; acknowledged?: boolean; closed?: boolean; rank?: number };

/** Inserts an alarm of the device at a place. */
async function raise(where: typeof seen, changes: Changes = {}): Promise<number> {
  const { class: of = 'operational', severity = 'poor', acknowledged = false, closed = false, rank = 3 } = changes;
  const { rows } = await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at, acknowledged_at, closed_at, disposition, rank)
     SELECT company_id, app, $2, 'tried-' || gen_random_uuid(), $3, id, solution_id, structure_id, clock_timestamp(), clock_timestamp(),
            CASE WHEN $4 THEN now() END, CASE WHEN $5 THEN now() END, CASE WHEN $5 THEN 'terminated' ELSE 'open' END, $6
       FROM device WHERE id = $1 RETURNING id`,
    [where.deviceId, of, severity, acknowledged, closed, rank],
  );
  return rows[0].id;
}
/** Raises an alarm of an app that has neither devices nor classes in common with the other one. */
const force = async (room: number): Promise<number> =>
  (
    await customer.call('POST', '/rooms/api/room/force', {
      body: { id: room, name: `Room ${room}`, structureId: seen.structureId },
    })
  ).body.data.alarm;

const list = async (query = '', person = customer) => (await person.call('GET', `/alarm?limit=50${query}`)).body;
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
const belled = async (person = customer) =>
  (await person.call('GET', '/alarm/unacknowledged/count')).body.data.count as number;

describe('the alarms of all apps', () => {
  test('are in one list across apps: unacknowledged ones first, then by severity', async () => {
    const minor = await raise(seen, { class: 'status', severity: 'ok' });
    const known = await raise(hidden, { severity: 'problem', acknowledged: true });
    const severe = await raise(hidden, { severity: 'problem' });
    const room = await force(1);
    const page = await list();
    expect(idsOf(page)).toContain(room);
    expect(idsOf(page).filter((id) => id !== room)).toEqual([severe, minor, known]);
    expect(idsOf(page).at(-1)).toBe(known);
    expect(page.totalRecords).toBe(4);
  });

  test('are sorted by rank before severity', async () => {
    const urgent = await raise(seen, { severity: 'ok', rank: 1 });
    const severe = await raise(hidden, { severity: 'problem' });
    const late = await raise(hidden, { severity: 'problem', rank: 5 });
    const known = await raise(seen, { severity: 'problem', rank: 1, acknowledged: true });
    expect(idsOf(await list())).toEqual([urgent, severe, late, known]);
  });

  test('are filtered by app, site and kind', async () => {
    const [first, second, room] = [await raise(seen), await raise(hidden, { class: 'status' }), await force(2)];
    expect(idsOf(await list('&app=rooms'))).toEqual([room]);
    expect(idsOf(await list('&app=sample')).toSorted()).toEqual([first, second].toSorted());
    expect(idsOf(await list('&app=sample&class=status'))).toEqual([second]);
    expect(idsOf(await list(`&structureId=${hidden.structureId}`))).toEqual([second]);
    expect(idsOf(await list('&kind=forced-door'))).toEqual([room]);
    expect(idsOf(await list('&app=none'))).toEqual([]);
  });

  test('have as many unacknowledged ones as the bell counts, for each person', async () => {
    await raise(seen);
    await raise(seen, { acknowledged: true });
    await raise(seen, { class: 'status' });
    await raise(hidden);
    await force(3);
    for (const person of [customer, operator, other]) {
      const { totalRecords } = await list('&acknowledged=false', person);
      expect(totalRecords).toBe(await belled(person));
    }
    expect([await belled(), await belled(operator), await belled(other)]).toEqual([4, 1, 0]);
  });

  test('are those of the classes and structures that the person may read, and of the own company', async () => {
    const [readable, status, elsewhere] = [
      await raise(seen),
      await raise(seen, { class: 'status' }),
      await raise(hidden),
    ];
    const room = await force(4);
    expect(idsOf(await list('', operator))).toEqual([readable]);
    expect(idsOf(await list('', other))).toEqual([]);
    const statusOf = async (id: number, person: TestPerson, path = '') =>
      (await person.call('GET', `/alarm/${id}${path}`)).status;
    expect(await statusOf(readable, operator)).toBe(200);
    for (const id of [status, elsewhere, room])
      expect([await statusOf(id, operator), await statusOf(id, operator, '/notification')]).toEqual([404, 404]);
    expect(await statusOf(readable, other)).toBe(404);
  });

  test('of an app that the company no longer holds are gone', async () => {
    const [kept, room] = [await raise(seen), await force(5)];
    expect(idsOf(await list()).toSorted()).toEqual([kept, room].toSorted());
    const { rows } = await app.kit.pool.query(
      "DELETE FROM company_app WHERE app_id = 'rooms' AND company_id = (SELECT company_id FROM users WHERE email = 'customer@rasid.test') RETURNING *",
    );
    expect(idsOf(await list())).toEqual([kept]);
    expect((await customer.call('GET', `/alarm/${room}`)).status).toBe(404);
    for (const row of rows)
      await app.kit.pool.query(
        `INSERT INTO company_app (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
        Object.values(row),
      );
  });

  test('are acknowledged together, each by the abilities of its app', async () => {
    const [one, elsewhere, room] = [await raise(seen), await raise(hidden), await force(6)];
    const ids = [one, elsewhere, room];
    const limited = await operator.call('POST', '/alarm/acknowledge', { body: { ids } });
    expect(limited.body.data).toEqual([
      { id: one, refused: null },
      { id: elsewhere, refused: 'not-found' },
      { id: room, refused: 'not-found' },
    ]);
    const all = await customer.call('POST', '/alarm/acknowledge', { body: { ids: [elsewhere, room] } });
    expect(all.body.data.map(({ refused }: { refused: string | null }) => refused)).toEqual([null, null]);
    expect(await belled()).toBe(0);
  });

  test('that were closed are in the history, newest first', async () => {
    const [first, second] = [await raise(seen, { closed: true }), await raise(hidden, { closed: true })];
    await raise(seen);
    const { data } = (await customer.call('GET', '/alarm/history?limit=10')).body;
    expect(idsOf({ data })).toEqual([second, first]);
  });

  test('are listed in as many statements however many there are', async () => {
    await raise(seen);
    const few = await countStatements(app, () => list());
    for (let at = 0; at < 20; at += 1) await raise(at % 2 === 0 ? seen : hidden);
    expect(await countStatements(app, () => list())).toBe(few);
  });

  test('are ordered by an index', async () => {
    const client = await app.kit.pool.connect();
    try {
      await client.query(
        'BEGIN; SET LOCAL ROLE rasid_all; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off',
      );
      const plan = await client.query(
        `EXPLAIN SELECT t.id FROM alarm t WHERE company_id = 1 AND ((t.app = 'sample' AND (t.class = 'operational')) OR (t.app = 'rooms' AND (t.class = 'access'))) AND t.closed_at IS NULL
          ORDER BY (t.acknowledged_at IS NULL) desc, (-t.rank) desc, t.severity desc, t.first_at desc, t.id desc LIMIT 25`,
      );
      expect(JSON.stringify(plan.rows)).toContain('alarm_desk');
      expect(JSON.stringify(plan.rows)).not.toContain('Sort');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
