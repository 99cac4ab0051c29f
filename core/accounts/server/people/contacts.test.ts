import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, statementsOf } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { contactsOf, contactsWithRoles } from './people.ts';

let app: Rasid;
let id: number;
beforeAll(async () => {
  app = await rasid();
  const viewer = await app.signIn('viewer@rasid.test');
  id = (await viewer.call('GET', '/session')).body.data.user.id;
  await app.kit.pool.query(
    "INSERT INTO user_app_role (user_id, company_id, app_id, role) SELECT id, company_id, 'rooms', 'guard' FROM users WHERE id = $1",
    [id],
  );
});
afterAll(() => app.close());

test('the roles of people within apps are read only for messages that depend on them', async () => {
  const read = (contacts: typeof contactsOf | typeof contactsWithRoles) =>
    statementsOf(app, () => inSystem(app.kit.db, (tx) => contacts(tx, [id])));
  expect((await read(contactsOf)).join()).not.toContain('user_app_role');
  expect((await read(contactsWithRoles)).join()).toContain('user_app_role');
  const [contact] = await inSystem(app.kit.db, (tx) => contactsWithRoles(tx, [id]));
  expect(contact).toMatchObject({ id, email: 'viewer@rasid.test', appRoles: { rooms: 'guard' } });
});
