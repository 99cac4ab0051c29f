import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let viewerId: number;
const path = '/sample/permissions-group';
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  viewerId = (await (await app.signIn('viewer@rasid.test')).call('GET', '/session')).body.data.user.id;
});
afterAll(() => app.close());

const create = async (body: object) => customer.call('POST', path, { body });
const update = async (id: number, permissions: object) =>
  (await customer.call('PATCH', `${path}/${id}`, { body: { permissions } })).body.data.permissions;

test('enabling an action also enables those that it depends on; disabling removes only that action', async () => {
  const { id, permissions } = (
    await create({ name: 'Handlers', permissions: { 'operational-alarm': ['acknowledge'] } })
  ).body.data;
  expect(permissions).toEqual({ 'operational-alarm': ['acknowledge', 'read'] });
  expect(await update(id, { 'operational-alarm': ['acknowledge'] })).toEqual({ 'operational-alarm': ['acknowledge'] });
  expect(await update(id, { 'operational-alarm': ['acknowledge', 'comment'] })).toEqual({
    'operational-alarm': ['acknowledge', 'comment', 'read'],
  });
  expect(await update(id, {})).toEqual({});
});

test('a group grants its abilities on its structures, and several groups add up', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  const before = (await viewer.call('GET', `${path}/my`)).body.data;
  expect(Object.keys(before)).toHaveLength(3);
  const made = await create({ name: 'More', users: [viewerId], resources: [5], permissions: { device: ['read'] } });
  expect(made.body.data).toMatchObject({ users: [{ id: viewerId, firstName: 'Layla' }], resources: [{ id: 5 }] });
  expect((await viewer.call('GET', `${path}/my`)).body.data).toEqual({ ...before, 5: { device: ['read'] } });
  expect((await customer.call('DELETE', `${path}/${made.body.data.id}`)).status).toBe(204);
  expect((await viewer.call('GET', `${path}/my`)).body.data).toEqual(before);
});

test('a group can only name structures of its company; deleted ones stay in the group', async () => {
  const other = await app.signIn('other@rasid.test');
  const { company } = (await other.call('GET', '/session')).body.data;
  const [foreign] = (await other.call('GET', `/company/${company.id}/structure?limit=1`)).body.data;
  const wrong = [{ param: 'resources', msg: 'invalid' }];
  for (const id of [foreign.id, 999_999])
    expect((await create({ name: 'Foreign', resources: [5, id] })).body.errors).toEqual(wrong);
  const { id } = (await create({ name: 'Mine', resources: [5] })).body.data;
  const change = (resources: (number | '*')[]) => customer.call('PATCH', `${path}/${id}`, { body: { resources } });
  expect((await change([5, foreign.id])).body.errors).toEqual(wrong);
  await app.kit.pool.query("UPDATE permission_group_resource SET resource = '999999' WHERE group_id = $1", [id]);
  expect((await change([999_999, '*'])).status).toBe(200);
  await customer.call('DELETE', `${path}/${id}`);
});

test('every reply shows a person that their groups changed, and does not affect others', async () => {
  const [viewer, operator] = [await app.signIn('viewer@rasid.test'), await app.signIn('operator@rasid.test')];
  const stamps = async () => [
    (await viewer.call('GET', '/session')).headers.grants,
    (await operator.call('GET', '/session')).headers.grants,
  ];
  const before = await stamps();
  expect(await stamps()).toEqual(before);
  const made = await create({ name: 'Stamped', users: [viewerId], resources: [5], permissions: { device: ['read'] } });
  const after = await stamps();
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  await customer.call('DELETE', `${path}/${made.body.data.id}`);
  expect(await stamps()).toEqual(before);
});

test('nothing above the ceiling of an operator can be granted', async () => {
  for (const permissions of [{ 'permissions-group': ['update'] }, { device: ['fly'] }, { nonsense: ['read'] }])
    expect((await create({ name: 'Above', permissions })).status).toBe(418);
  const offered = (await customer.call('GET', `${path}/metadata`)).body.data;
  const alarms = offered.find(({ entity }: { entity: string }) => entity === 'operational-alarm');
  expect(alarms.actions).toContainEqual({ action: 'acknowledge', needs: ['read'] });
});

test('members are people of the group’s company', async () => {
  const stranger = (await (await app.signIn('other@rasid.test')).call('GET', '/session')).body.data.user.id;
  const reply = await create({ name: 'Strangers', users: [stranger] });
  expect(reply.body.errors).toEqual([{ param: 'users', msg: 'invalid' }]);
  const people = (await customer.call('GET', `${path}/users?search=${encodeURIComponent('المنصورى')}`)).body;
  expect(people).toMatchObject({ totalRecords: 1, data: [{ email: 'operator@rasid.test' }] });
});

test('a group of another company, or of another app, does not exist', async () => {
  const { id } = (await create({ name: 'Ours' })).body.data;
  const other = await app.signIn('other@rasid.test');
  for (const method of ['GET', 'PATCH', 'DELETE'] as const)
    expect(
      (await other.call(method, `${path}/${id}`, { body: method === 'PATCH' ? { name: 'X' } : undefined })).status,
    ).toBe(404);
  await app.kit.pool.query("UPDATE permission_group SET app_id = 'garage' WHERE id = $1", [id]);
  expect((await customer.call('GET', `${path}/${id}`)).status).toBe(404);
  expect((await customer.call('DELETE', `${path}/${id}`)).status).toBe(404);
});

test('viewers cannot create groups, and companies without the app have none', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await viewer.call('POST', path, { body: { name: 'Mine' } })).body.word).toBe('no-permission');
  const newcomer = await app.signIn('newcomer@rasid.test');
  expect((await newcomer.call('GET', path)).body.word).toBe('app-not-held');
  expect((await newcomer.call('GET', `${path}/my`)).body.word).toBe('app-not-held');
});

test('a name is unique within a company and app, and groups can be searched', async () => {
  expect((await create({ name: 'Night shift', description: 'Weekends' })).status).toBe(201);
  expect((await create({ name: 'Night shift' })).body.errors).toEqual([{ param: 'name', msg: 'taken' }]);
  expect((await customer.call('GET', `${path}?search=weekend`)).body.data).toMatchObject([
    { name: 'Night shift', users: [], resources: [], permissions: {} },
  ]);
});
