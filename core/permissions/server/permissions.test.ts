import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { hasBit } from '#platform/common/permission-mask.ts';
import { registerPermissions } from './permission-index.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('positions are never given twice and never change when an app is added', async () => {
  const read = async () => (await app.kit.pool.query('SELECT key, index FROM permission ORDER BY index')).rows;
  const before = await read();
  expect(before.map(({ index }) => index)).toEqual(before.map((_, at) => at));
  const [first, ...others] = app.kit.apps;
  const added = {
    ...first,
    id: 'added',
    routes: { added: { one: { access: { permission: 'p_added_thing_read' } } } },
    pages: [],
  } as never;
  // A slice comes after those that it needs, which decide who has their permissions.
  await registerPermissions({ ...app.kit, apps: [added, ...others, first as never] });
  const after = await read();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.slice(before.length).map(({ key }) => key)).toEqual(['m_added', 'sm_added_thing', 'p_added_thing_read']);
});

test('every reply carries the mask, which equals that of the session', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  const reply = await viewer.call('GET', '/session');
  const flat = (await viewer.call('GET', '/permissions/flat')).body.data;
  const { mask } = reply.body.data.session;
  expect(reply.headers.permissions).toBe(mask);
  for (const key of ['m_structure', 'sm_structure_structure', 'p_structure_structure_read', 'p_sample_device_read'])
    expect([key, hasBit(mask, flat[key]?.index)]).toEqual([key, true]);
  for (const key of ['p_structure_structure_create', 'p_sample_permissions-group_update'])
    expect([key, hasBit(mask, flat[key]?.index)]).toEqual([key, false]);
});

test('system roles are those of the caller’s kind of company; the platform sees all', async () => {
  const [customer, admin] = [await app.signIn('customer@rasid.test'), await app.signIn('super@rasid.test')];
  const names = async (person: typeof admin, path: string) =>
    (await person.call('GET', `/permissions/${path}`)).body.data.map(({ name }: { name: string }) => name);
  expect(await names(customer, 'system-roles/all')).toEqual(['Customer Viewer', 'Customer Operator', 'Customer Admin']);
  expect((await names(admin, 'system-roles/all')).length).toBe(2 + 12 * 3);
  expect(await names(customer, 'user-roles/all')).toEqual(['Customer Viewer', 'Customer Operator', 'Customer Admin']);
  expect((await customer.call('GET', '/permissions/system-roles/1')).status).toBe(404);
  const [viewer] = (await customer.call('GET', '/permissions/system-roles/all')).body.data;
  const { permissions } = (await customer.call('GET', `/permissions/system-roles/${viewer.id}`)).body.data;
  expect(permissions).toContain('p_structure_structure_read');
  expect(permissions).not.toContain('p_structure_structure_create');
});

test('roles within apps are listed by app, and not those of an app that the installation hides', async () => {
  const rolesOf = async ({ signIn }: Rasid) => {
    const { data } = (await (await signIn('customer@rasid.test')).call('GET', '/permissions/app-roles/all')).body;
    return data.find(({ app }: { app: string }) => app === 'rooms')?.roles;
  };
  expect(await rolesOf(app)).toEqual(['guard', 'visitor']);
  const hiding = await rasid({ hidden: ['rooms'] });
  expect(await rolesOf(hiding)).toBeUndefined();
  await hiding.close();
});

test('the hierarchy holds every permission once, in its module', async () => {
  const person = await app.signIn('customer@rasid.test');
  const modules = (await person.call('GET', '/permissions/hierarchy')).body.data as {
    module: string;
    submodules: { permissions: { key: string }[] }[];
  }[];
  const keys = modules.flatMap((one) => one.submodules.flatMap(({ permissions }) => permissions.map(({ key }) => key)));
  expect(new Set(keys).size).toBe(keys.length);
  expect(modules.map(({ module }) => module)).toEqual(
    expect.arrayContaining(['company', 'user', 'structure', 'area', 'sample']),
  );
});
