import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let other: TestPerson;
let company: number;
/** The operator may read the devices of the first structure. */
let here: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  operator = await app.signIn('operator@rasid.test');
  other = await app.signIn('other@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  for (const { id } of (await customer.call('GET', '/app-permissions-group?limit=100')).body.data)
    await customer.call('DELETE', `/app-permissions-group/${id}`);
  here = (await customer.call('GET', '/sample/structure/devices-info?limit=1')).body.data[0].id;
  const users = [(await operator.call('GET', '/session')).body.data.user.id];
  const body = { name: 'Devices', users, resources: [here], permissions: { device: ['read'] } };
  expect((await customer.call('POST', '/sample/permissions-group', { body })).status).toBe(201);
});
afterAll(() => app.close());

type Row = { id: number; app: string; companyId: number; state: string; connection: string; structure: { id: number } };
const list = async (query = '', person = customer): Promise<{ data: Row[]; totalRecords: number }> =>
  (await person.call('GET', `/device?limit=100${query}`)).body;

describe('the devices of all apps', () => {
  test('are in one list, as many as the lists of the apps have together', async () => {
    const { data, totalRecords } = await list('&sort[name]=asc');
    const apps = [...new Set(data.map((row) => row.app))];
    expect(apps).toContain('sample');
    expect(apps.length).toBeGreaterThan(1);
    let total = 0;
    for (const one of apps) {
      const ofApp = (await customer.call('GET', `/${one}/device?limit=1`)).body.totalRecords;
      expect((await list(`&app=${one}`)).totalRecords).toBe(ofApp);
      total += ofApp;
    }
    expect(totalRecords).toBe(total);
  });

  test('are those of the structures in which the person may read them, and of the own company', async () => {
    const seen = await list('', operator);
    expect(seen.totalRecords).toBeGreaterThan(0);
    expect(new Set(seen.data.map(({ structure }) => structure.id))).toEqual(new Set([here]));
    for (const row of (await list('', other)).data) expect(row.companyId).not.toBe(company);
  });

  test('that are installed come first, and offline ones before all others', async () => {
    const [newest] = (await list('&app=sample&state=installed&sort[id]=desc')).data;
    const [last] = (await list('&app=sample&state=installed&sort[id]=asc')).data;
    await app.kit.pool.query(`UPDATE device SET connection = 'online' WHERE company_id = $1`, [company]);
    await app.kit.pool.query(`UPDATE device SET connection = 'offline' WHERE id = $1`, [last?.id]);
    await customer.call('PUT', `/sample/device/${newest?.id}/remove`, { body: { to: 'inventory' } });
    const { data } = await list('&app=sample');
    expect(data[0]).toMatchObject({ id: last?.id, connection: 'offline' });
    const states = data.map(({ state }) => state === 'installed');
    expect(states.includes(false)).toBe(true);
    expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)));
  });

  test('are filtered by site and kind', async () => {
    const { data } = await list(`&structureId=${here}&solutionId=901`);
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.map(({ structure }) => structure.id))).toEqual(new Set([here]));
  });

  test('are listed in as many statements however many there are', async () => {
    const one = await countStatements(app, () => customer.call('GET', '/device?limit=1'));
    expect(await countStatements(app, () => list())).toBe(one);
  });

  test('are ordered by an index', async () => {
    const client = await app.kit.pool.connect();
    try {
      await client.query(
        'BEGIN; SET LOCAL ROLE rasid_all; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off',
      );
      const plan = await client.query(
        `EXPLAIN SELECT t.id FROM device t WHERE t.company_id = 1 AND (t.app = 'sample' OR t.app = 'other')
          ORDER BY (CASE WHEN t.state <> 'installed' THEN 0 WHEN t.connection = 'offline' THEN 3 WHEN t.battery < 20 THEN 2 ELSE 1 END) desc, t.id desc LIMIT 25`,
      );
      expect(JSON.stringify(plan.rows)).toContain('device_attention');
      expect(JSON.stringify(plan.rows)).not.toContain('Sort');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
