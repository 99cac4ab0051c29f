import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

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

/** Inserts open alarms of the device; the last one is the newest. */
async function raise(where: typeof seen, kind: 'operational' | 'status' = 'operational', many = 1): Promise<number[]> {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at)
     SELECT d.company_id, d.app, $2, 'tried-' || gen_random_uuid(), 'poor', d.id, d.solution_id, d.structure_id, now(), clock_timestamp() + n * interval '1 ms'
       FROM device d, generate_series(1, $3::integer) n WHERE d.id = $1 ORDER BY n RETURNING id`,
    [where.deviceId, kind, many],
  );
  return rows.map(({ id }) => id);
}
const count = async (person = customer): Promise<number> =>
  (await person.call('GET', '/alarm/unacknowledged/count')).body.data.count;
const listedIds = async (person = customer): Promise<number[]> =>
  (await person.call('GET', '/alarm/unacknowledged?limit=10')).body.data.map(({ id }: { id: number }) => id);

describe('the bell', () => {
  test('counts and lists the open alarms of both classes, newest first', async () => {
    const first = await raise(seen, 'operational', 2);
    const second = await raise(hidden, 'status');
    expect(await count()).toBe(3);
    expect(await listedIds()).toEqual([...first, ...second].reverse());
  });

  test('does not count acknowledged or closed alarms', async () => {
    const [a, b] = await raise(seen, 'operational', 2);
    await customer.call('POST', `/sample/alarm/operational/${a}/acknowledge`, { body: {} });
    expect(await listedIds()).toEqual([b]);
    await customer.call('POST', `/sample/alarm/operational/${b}/terminate`, { body: {} });
    expect(await count()).toBe(0);
  });

  test('counts a hundred alarms at most', async () => {
    await raise(seen, 'operational', 120);
    expect(await count()).toBe(100);
    expect(await listedIds()).toHaveLength(10);
  });

  test('counts only alarms of structures and classes that the person may read', async () => {
    const [alarmId] = await raise(seen);
    await raise(seen, 'status');
    await raise(hidden);
    expect(await count(operator)).toBe(1);
    expect(await listedIds(operator)).toEqual([alarmId]);
  });

  test('does not count alarms of other companies', async () => {
    await raise(seen);
    expect(await count(other)).toBe(0);
    expect(await listedIds(other)).toEqual([]);
  });

  test('is zero for a company without an app with alarms', async () => {
    await raise(seen);
    const { rows } = await app.kit.pool.query(
      "DELETE FROM company_app WHERE company_id = (SELECT company_id FROM users WHERE email = 'customer@rasid.test') RETURNING *",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(await count()).toBe(0);
  });
});
