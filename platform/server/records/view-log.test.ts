import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inTenant } from '../postgres/database.ts';

let app: Rasid;
let admin: TestPerson;
let operator: TestPerson;
let companyId: number;

beforeAll(async () => {
  app = await rasid();
  admin = await app.signIn('customer@rasid.test');
  operator = await app.signIn('operator@rasid.test');
  companyId = (await admin.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const view = (hours: number, reason?: string) =>
  admin.call('GET', `/rooms/api/room/visit?room=7&from=${hoursAgo(hours)}`, {
    headers: reason === undefined ? {} : { 'view-reason': reason },
  });
const logged = async (person = admin) =>
  (await person.call('GET', '/view-log?kind=rooms.visits&limit=50')).body.data as Record<string, unknown>[];

test('a view of what is recent needs no reason and is logged with its subject and period', async () => {
  expect((await view(2)).status).toBe(200);
  expect((await logged())[0]).toMatchObject({
    companyId,
    user: { name: 'Mariam Al Suwaidi' },
    app: 'rooms',
    kind: 'visits',
    subject: { type: 'room', id: 7, name: null },
    through: null,
    from: expect.any(String),
    to: expect.any(String),
    reason: null,
  });
});

test('a view of what is old is refused without a reason, and logged with the reason that is given', async () => {
  const before = (await logged()).length;
  for (const reason of [undefined, '', 'why', '%E0%A4%A', 'x'.repeat(301)]) {
    const refused = await view(30, reason);
    expect([refused.status, refused.body.word, refused.body.detail]).toEqual([
      422,
      'reason-needed',
      { app: 'rooms', kind: 'visits' },
    ]);
  }
  expect(await logged()).toHaveLength(before);
  expect((await view(30, encodeURIComponent('بلاغ رقم ١٢'))).status).toBe(200);
  expect((await logged())[0]?.reason).toBe('بلاغ رقم ١٢');
});

test('only administrators read the log, of their own company', async () => {
  await view(1);
  expect((await operator.call('GET', '/view-log')).status).toBe(403);
  expect(await logged(await app.signIn('other@rasid.test'))).toEqual([]);
});

test('the application can neither change nor delete a line, nor add one in the name of somebody else', async () => {
  await view(1);
  const { rows } = await app.kit.pool.query('SELECT id, user_id FROM view_log ORDER BY id DESC LIMIT 1');
  const [{ id, user_id: userId }] = rows;
  const scope = { companies: [companyId], userId, actingFor: companyId };
  const denied = /permission denied for table view_log/;
  for (const role of [scope, { companies: 'all' as const, userId: null, actingFor: null }]) {
    await expect(
      inTenant(app.kit.people.db, role, (tx) => tx.deleteFrom('viewLog').where('id', '=', id).execute()),
    ).rejects.toThrow(denied);
    await expect(
      inTenant(app.kit.people.db, role, (tx) =>
        tx.updateTable('viewLog').set({ reason: 'none' }).where('id', '=', id).execute(),
      ),
    ).rejects.toThrow(denied);
  }
  const forged = { companyId, userId: userId + 1, appId: 'rooms', kind: 'visits', subjectType: 'room', subjectId: 7 };
  await expect(
    inTenant(app.kit.people.db, scope, (tx) => tx.insertInto('viewLog').values(forged).execute()),
  ).rejects.toThrow(/row-level security/);
});
