import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AlarmNotification } from '#core/alarms/common/alarm-notification.ts';
import { raiseSample, readAllSites } from '#main/testing/test-alarms.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { notifyDue } from './notify.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let people: Record<string, number>;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  viewer = await app.signIn('viewer@rasid.test');
  const users = await app.kit.pool.query("SELECT id, split_part(email, '@', 1) AS name FROM users");
  people = Object.fromEntries(users.rows.map((row) => [row.name, row.id]));
  await customer.call('POST', '/sample/notifications-group', {
    body: {
      name: 'Group',
      users: [people.viewer],
      resources: ['*'],
      notifications: { operational: { push: ['level-high'] } },
    },
  });
  const keys = {
    p256dh: Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  await viewer.call('POST', '/user/push-device', { body: { endpoint: 'https://push.example/1', keys } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await readAllSites(app);
  for (const table of ['alarm_notification', 'push_outbox']) await app.kit.pool.query(`DELETE FROM ${table}`);
});

const raise = (severity = 'problem') => raiseSample(app, { userId: people.customer as number, severity });
const pushes = async () =>
  (await app.kit.pool.query('SELECT payload FROM push_outbox ORDER BY created_at')).rows.map(({ payload }) =>
    JSON.parse(payload),
  );
const stateOf = async (alarm: number) => {
  const { body } = await customer.call('GET', `/sample/alarm/operational/${alarm}/notification`);
  return body.data.map(({ method, state, reason }: AlarmNotification) => [method, state, reason]);
};

test.each([
  ['en', /^Critical: /],
  ['ar', /^حرج: /],
] as const)(
  'a push says in the language of the person what is wrong (%s), and leads to the alarm',
  async (locale, title) => {
    await app.kit.pool.query('UPDATE users SET locale = $1 WHERE id = $2', [locale, people.viewer]);
    const alarm = await raise();
    await notifyDue(app.kit);
    expect(await pushes()).toMatchObject([
      {
        title: expect.stringMatching(title),
        tag: `alarm-${alarm}`,
        address: expect.stringMatching(new RegExp(`\\?alarm=${alarm}$`)),
        locale,
      },
    ]);
    expect(await stateOf(alarm)).toEqual([['push', 'sent', null]]);
  },
);

test('many alarms that come together are one push', async () => {
  for (let alarms = 0; alarms < 6; alarms++) await raise();
  await notifyDue(app.kit);
  const [push, ...others] = await pushes();
  expect(others).toEqual([]);
  expect(push).toMatchObject({ tag: 'alarms' });
  expect(push.body.split('\n')).toHaveLength(4);
});

test('nothing is pushed about an alarm that the person may not read, or after the browser was removed', async () => {
  await app.kit.pool.query('DELETE FROM permission_group_resource');
  const hidden = await raise();
  await notifyDue(app.kit);
  expect(await stateOf(hidden)).toEqual([['push', 'skipped', 'no-permission']]);
  await readAllSites(app);
  await viewer.call('POST', '/user/logout');
  const alarm = await raise();
  await notifyDue(app.kit);
  expect(await stateOf(alarm)).toEqual([['push', 'skipped', 'no-device']]);
  expect(await pushes()).toEqual([]);
});
