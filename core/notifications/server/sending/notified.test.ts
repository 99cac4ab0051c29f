import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AlarmNotification } from '#core/alarms/common/alarm-notification.ts';
import { raiseSample, readAllSites } from '#main/testing/test-alarms.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { notifyDue } from './notify.ts';

let app: Rasid;
let customer: TestPerson;
let people: Record<string, number>;
const path = '/sample/notifications-group';
const byMail = { operational: { email: ['level-high'] } };

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const users = await app.kit.pool.query("SELECT id, split_part(email, '@', 1) AS name FROM users");
  people = Object.fromEntries(users.rows.map((row) => [row.name, row.id]));
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM notification_group');
  await app.kit.pool.query('DELETE FROM alarm_notification');
  await app.kit.pool.query('DELETE FROM mail_outbox');
  await readAllSites(app);
});

const create = async (body: object): Promise<number> =>
  (
    await customer.call('POST', path, {
      body: { name: 'Group', resources: ['*'], notifications: byMail, ...body },
    })
  ).body.data.id;
const raise = () => raiseSample(app, { userId: people.customer as number });
const notificationsOf = async (alarm: number): Promise<AlarmNotification[]> =>
  (await customer.call('GET', `/sample/alarm/operational/${alarm}/notification`)).body.data;
const mailCount = async () => (await app.kit.pool.query('SELECT FROM mail_outbox')).rowCount;
const act = (alarm: number, action: string) =>
  customer.call('POST', `/sample/alarm/operational/${alarm}/${action}`, { body: { comment: 'Done' } });

test('the alarm shows who was notified, when and how, and who was not and why', async () => {
  await create({
    users: [people.viewer],
    notifications: { operational: { email: ['level-high'], sms: ['level-high'] } },
  });
  const alarm = await raise();
  expect((await notificationsOf(alarm)).map(({ method, state }) => [method, state]).sort()).toEqual([
    ['email', 'queued'],
    ['sms', 'queued'],
  ]);
  await notifyDue(app.kit);
  const [mail, sms] = (await notificationsOf(alarm)).sort((a, b) => (a.method < b.method ? -1 : 1));
  expect(mail).toMatchObject({
    person: { id: people.viewer },
    group: { name: 'Group' },
    cause: 'raised',
    state: 'sent',
    reason: null,
  });
  expect(Math.abs(Date.parse(mail?.at ?? '') - Date.now())).toBeLessThan(60_000);
  expect(sms).toMatchObject({ state: 'skipped', reason: 'no-verified-phone' });
});

test('a notification is decided in the transaction of the alarm, and goes with it', async () => {
  await create({ users: [people.viewer] });
  const client = await app.kit.pool.connect();
  await client.query('BEGIN');
  const added = await client.query(
    `WITH raised AS (
       INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at)
       SELECT company_id, 'sample', 'operational', 'level-high', 'poor', 'space', 9999, 'Space', now(), now() FROM users WHERE id = $1 RETURNING id, company_id)
     INSERT INTO alarm_event (alarm_id, company_id, action) SELECT id, company_id, 'raised' FROM raised RETURNING alarm_id`,
    [people.viewer],
  );
  const rows = 'SELECT FROM alarm_notification WHERE alarm_id = $1';
  expect((await client.query(rows, [added.rows[0].alarm_id])).rowCount).toBe(1);
  await client.query('ROLLBACK');
  client.release();
  expect((await app.kit.pool.query(rows, [added.rows[0].alarm_id])).rowCount).toBe(0);
});

test.each([
  [
    'whose ability was taken',
    'no-permission',
    async () => {
      await app.kit.pool.query('DELETE FROM permission_group_resource');
    },
  ],
  [
    'who was suspended',
    'inactive',
    async () => {
      await app.kit.pool.query("UPDATE users SET status = 'suspended' WHERE id = $1", [people.viewer]);
    },
  ],
  [
    'who left the group',
    'not-member',
    (group: number) => customer.call('PATCH', `${path}/${group}`, { body: { users: [] } }),
  ],
  [
    'whose group was muted',
    'group-muted',
    (group: number) => customer.call('PATCH', `${path}/${group}/mute`, { body: { minutes: 30 } }),
  ],
  [
    'who was muted',
    'person-muted',
    (group: number) =>
      customer.call('PATCH', `${path}/${group}/user-disable`, { body: { userId: people.viewer, disabled: true } }),
  ],
  [
    'for whom the method was muted',
    'method-muted',
    (group: number) =>
      customer.call('PATCH', `${path}/${group}/user-disable`, {
        body: { userId: people.viewer, disabled: true, method: 'email' },
      }),
  ],
  ['whose group was deleted', 'group-deleted', (group: number) => customer.call('DELETE', `${path}/${group}`)],
] as const)(
  'a person %s between raising and sending gets no message, and the alarm says %s',
  async (_who, reason, change) => {
    const group = await create({ users: [people.viewer] });
    const alarm = await raise();
    await change(group);
    await notifyDue(app.kit);
    await app.kit.pool.query("UPDATE users SET status = 'active' WHERE id = $1", [people.viewer]);
    expect(await notificationsOf(alarm)).toMatchObject([{ state: 'skipped', reason }]);
    expect(await mailCount()).toBe(0);
  },
);

test.each([
  ['acknowledged', 'acknowledge'],
  ['ended', 'terminate'],
] as const)('nobody is notified of an alarm that was %s before the message was sent', async (reason, action) => {
  await create({ users: [people.viewer] });
  const alarm = await raise();
  expect((await act(alarm, action)).status).toBe(200);
  await notifyDue(app.kit);
  expect(await notificationsOf(alarm)).toMatchObject([{ state: 'skipped', reason }]);
  expect(await mailCount()).toBe(0);
});

test('a message that could not be delivered is a failed notification', async () => {
  await create({ users: [people.viewer] });
  const alarm = await raise();
  await notifyDue(app.kit);
  await app.kit.pool.query('UPDATE mail_outbox SET attempts = 10');
  await notifyDue(app.kit);
  expect(await notificationsOf(alarm)).toMatchObject([{ state: 'failed', reason: 'not-delivered' }]);
});

test('three workers send each notification once', async () => {
  await create({ users: [people.viewer, people.operator] });
  for (let alarms = 0; alarms < 3; alarms++) await raise();
  await Promise.all([notifyDue(app.kit), notifyDue(app.kit), notifyDue(app.kit)]);
  expect(await mailCount()).toBe(6);
});
