import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let manager: TestPerson;
let customer: TestPerson;

beforeAll(async () => {
  app = await rasid();
  // A facility manager, to whom the manifest of `rooms` does not offer the app that its company holds.
  manager = await app.signIn('fmc@rasid.test');
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

const calls = () =>
  app.kit.apps
    .filter(({ id }) => id === 'rooms')
    .flatMap(({ api, routes }) =>
      Object.values(routes).flatMap((set) => Object.values(set).map((one) => ({ api, one }))),
    )
    .filter(({ one }) => typeof one.access !== 'object' || !('offeredTo' in one.access || 'public' in one.access))
    .map(({ api, one }) => ({ method: one.method, path: `${api}${one.path.replace('{id}', '1')}` }));

test('a person to whom an app is not offered gets 403 from every call of it that names nobody else', async () => {
  expect(calls().length).toBeGreaterThan(8);
  for (const { method, path } of calls()) {
    const reply = await manager.call(method, path, method === 'GET' ? {} : { body: {} });
    expect([method, path, reply.status, reply.body.word]).toEqual([method, path, 403, 'app-not-offered']);
  }
});

test('a person to whom the app is offered passes', async () => {
  expect((await customer.call('GET', '/rooms/api/room/count')).body.data).toEqual({ count: 0 });
});

test('the alarm bell shows no alarms of an app that is not offered', async () => {
  const { id } = (await customer.call('GET', '/session')).body.data.company;
  await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at)
     SELECT c.id, 'rooms', 'access', 'forced-door', 'problem', 'room', 1, 'Room', now(), now()
       FROM company c WHERE c.id = $1 OR c.email = 'office@gulfcare.test'`,
    [id],
  );
  const appsOf = async (person: TestPerson) =>
    (await person.call('GET', '/alarm/unacknowledged')).body.data.map((alarm: { app: string }) => alarm.app);
  expect(await appsOf(customer)).toContain('rooms');
  expect(await appsOf(manager)).not.toContain('rooms');
});

test('the server checks app roles: the app is offered to a guard and not to a visitor', async () => {
  const { company } = (await customer.call('GET', '/session')).body.data;
  const operator = await app.signIn('operator@rasid.test');
  const { id } = (await operator.call('GET', '/session')).body.data.session.user;
  const become = (role: string | null, person = customer) =>
    person.call('PUT', `/company/${company.id}/user/${id}/app-role`, { body: { app: 'rooms', role } });
  const patrol = async () => (await operator.call('GET', '/rooms/api/room/patrol')).status;
  const count = async () => (await operator.call('GET', '/rooms/api/room/count')).body.word;
  expect([await patrol(), await count()]).toEqual([403, undefined]);
  expect((await become('guard')).body.data.appRoles).toEqual({ rooms: 'guard' });
  expect([await patrol(), await count()]).toEqual([200, undefined]);
  const pass = async () => (await operator.call('GET', '/rooms/api/room/pass')).body;
  expect(await pass()).toMatchObject({ word: 'app-not-offered' });
  await become('visitor');
  expect([await patrol(), await count()]).toEqual([403, 'app-not-offered']);
  // This call is offered to visitors, although the app is not.
  expect(await pass()).toEqual({ data: { pass: 'day' } });
  expect((await become('king')).status).toBe(418);
  expect((await become('guard', operator)).status).toBe(403);
  await become(null);
  expect(await count()).toBeUndefined();
});
