import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
/** A lock where the operator may do everything, and one at another site whose grants the operator may only read. */
let own: number;
let seen: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  operator = await app.signIn('operator@rasid.test');
  const { rows } = await app.kit.pool.query(
    `SELECT DISTINCT ON (d.structure_id) d.id, d.structure_id FROM device d JOIN device o ON o.company_id = d.company_id AND o.id = $1
      WHERE d.app = 'metrowatch' AND d.state = 'installed' AND d.hardware_id IN (1101, 1201) ORDER BY d.structure_id, d.hardware_id, d.id LIMIT 2`,
    [(await call(customer, 'GET', '/device?hardwareId=1101&limit=1')).body.data[0].id],
  );
  [own, seen] = rows.map(({ id }) => id);
  const { id: operatorId } = (await operator.call('GET', '/session')).body.data.user;
  await app.kit.pool.query('DELETE FROM permission_group_member WHERE user_id = $1', [operatorId]);
  const reading = { device: ['read'], access: ['read'], 'access-token': ['read'] };
  const doing = { device: ['read'], access: ['read', 'create'], 'access-token': ['read', 'create', 'update'] };
  for (const [name, resource, permissions] of [
    ['Own site', rows[0].structure_id, doing],
    ['Seen site', rows[1].structure_id, reading],
  ]) {
    const body = { name, users: [operatorId], resources: [resource], permissions };
    expect((await customer.call('POST', '/metrowatch/permissions-group', { body })).status).toBe(201);
  }
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (person: TestPerson, method: Method, path: string, body?: object) =>
  person.call(method, `/metrowatch${path}`, body === undefined ? {} : { body });
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
let guests = 0;
async function give(deviceIds: number[]) {
  guests++;
  const holder = { name: `Guest ${guests}`, email: `guest${guests}@sites.test` };
  const windows = [{ from: hours(24), to: hours(25) }];
  const body = { mode: 'calendar-mode', methods: ['link'], holder, deviceIds, windows };
  const made = await call(customer, 'POST', '/user-access', body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id, credentials, holder: kept } = made.body.data;
  return { id, credentials, windows, holderId: kept.id } as {
    id: number;
    credentials: { id: number; device: { id: number } }[];
    windows: { from: string; to: string }[];
    holderId: number;
  };
}
const state = async (id: number) => (await call(customer, 'GET', `/user-access/${id}`)).body.data.state;

test('an operator who may only read the grants of a site cannot end or pause them, nor those that also open a lock there', async () => {
  for (const locks of [[seen], [own, seen]]) {
    const { id, holderId, credentials } = await give(locks);
    expect((await call(operator, 'GET', `/user-access/${id}`)).status).toBe(200);
    expect((await call(operator, 'DELETE', `/user-access/${id}`)).status).toBe(403);
    expect((await call(operator, 'POST', `/user-access/holder/${holderId}/revoke`)).status).toBe(403);
    for (const change of ['block', 'deactivate'])
      expect((await call(operator, 'POST', '/user-access/change', { grantIds: [id], change })).body.data).toEqual({
        changed: [],
        refused: [{ id, word: 'no-permission' }],
      });
    const there = credentials.find(({ device }) => device.id === seen);
    for (const action of ['block', 'deactivate', 'activate'])
      expect((await call(operator, 'POST', `/access-token/${there?.id}/${action}`)).status).toBe(403);
    expect(await state(id)).toBe('pending');
  }
  const { id, credentials } = await give([own, seen]);
  const here = credentials.find(({ device }) => device.id === own);
  expect((await call(operator, 'POST', `/access-token/${here?.id}/deactivate`)).status).toBe(200);
  expect((await call(operator, 'DELETE', `/user-access/${id}`)).status).toBe(403);
  const mine = await give([own]);
  expect((await call(operator, 'DELETE', `/user-access/${mine.id}`)).status).toBe(204);
  expect(await state(mine.id)).toBe('ended');
});

test('an operator who may only read the grants of a site cannot move a window of one that opens a lock there', async () => {
  const becomes = { from: hours(30), to: hours(31) };
  const move = async (locks: number[]) => {
    const { id, windows } = await give(locks);
    return call(operator, 'PATCH', `/user-access/${id}`, { window: { was: windows[0], becomes } });
  };
  expect((await move([own])).status).toBe(200);
  expect((await move([own, seen])).status).toBe(418);
  expect((await move([seen])).status).toBe(418);
});

test('an operator who may only read the codes of a site can neither change those at the locks there nor request them', async () => {
  expect((await call(operator, 'GET', `/device/${seen}/code`)).status).toBe(200);
  expect((await call(operator, 'PATCH', `/device/${seen}/code/9`, { action: 'delete' })).status).toBe(403);
  expect((await call(operator, 'POST', `/device/${seen}/code/read`)).status).toBe(403);
  expect((await call(operator, 'PATCH', `/device/${own}/code/240`, { action: 'delete' })).status).toBe(404);
});

test('the end of all access of a person is visible to people who may see the grants of one of the person’s locks', async () => {
  const elsewhere = (
    await app.kit.pool.query(
      `SELECT d.id FROM device d JOIN device o ON o.company_id = d.company_id AND o.id = $1
        WHERE d.app = 'metrowatch' AND d.hardware_id IN (1101, 1201, 1901) AND d.state = 'installed' AND d.structure_id NOT IN (SELECT structure_id FROM device WHERE id IN ($1, $2)) LIMIT 1`,
      [own, seen],
    )
  ).rows[0]?.id;
  expect(elsewhere).toBeDefined();
  const [hidden, shown] = [await give([elsewhere]), await give([seen])];
  const end = async ({ holderId }: { holderId: number }) =>
    (await call(customer, 'POST', `/user-access/holder/${holderId}/revoke`)).body.data.revocationId as number;
  const [one, two] = [await end(hidden), await end(shown)];
  const ids = (await call(operator, 'GET', '/user-access/revocation?limit=50')).body.data.map(
    ({ id }: { id: number }) => id,
  );
  expect([ids.includes(one), ids.includes(two)]).toEqual([false, true]);
  expect((await call(operator, 'GET', `/user-access/revocation/${one}`)).status).toBe(404);
  expect((await call(operator, 'GET', `/user-access/revocation/${two}`)).status).toBe(200);
  expect((await call(operator, 'POST', `/user-access/revocation/${one}/undo`)).status).toBe(404);
});

test('only people who may see the grants of a site can see who may open a lock there', async () => {
  await give([own]);
  const named = async () => (await call(operator, 'GET', `/device/${own}/access`)).body.data.mayOpen;
  const path = '/permissions-group?search=Own site';
  const [group] = (await call(customer, 'GET', path)).body.data;
  expect(await named()).toEqual(expect.any(Array));
  await call(customer, 'PATCH', `/permissions-group/${group.id}`, { permissions: { device: ['read'] } });
  expect(await named()).toBeNull();
});
