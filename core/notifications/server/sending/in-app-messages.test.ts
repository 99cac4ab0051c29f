import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { raiseSample, readAllSites } from '#main/testing/test-alarms.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { InAppMessage } from '../../common/in-app-message.ts';
import { messageTopics } from '../live-topics.ts';
import { notifyDue } from './notify.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let people: Record<string, number>;
const path = '/sample/notifications-group';

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  viewer = await app.signIn('viewer@rasid.test');
  const users = await app.kit.pool.query("SELECT id, split_part(email, '@', 1) AS name FROM users");
  people = Object.fromEntries(users.rows.map((row) => [row.name, row.id]));
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['notification_group', 'alarm_notification']) await app.kit.pool.query(`DELETE FROM ${table}`);
  await readAllSites(app);
  await customer.call('POST', path, {
    body: {
      name: 'Group',
      users: [people.viewer],
      resources: ['*'],
      notifications: { operational: { 'in-app': ['level-high'] } },
    },
  });
});

const raise = (severity = 'poor') => raiseSample(app, { userId: people.customer as number, severity });
const messages = async (person = viewer): Promise<InAppMessage[]> =>
  (await person.call('GET', '/alarm/message')).body.data;
const unread = async (person = viewer): Promise<number> =>
  (await person.call('GET', '/alarm/unacknowledged/count')).body.data.messages;
const mark = (id: number, read: boolean, person = viewer) =>
  person.call('PATCH', `/alarm/message/${id}`, { body: { read } });

test('a person has a message in the app that can be marked read and unread, and that others do not see', async () => {
  const alarm = await raise();
  expect(await messages()).toEqual([]);
  await notifyDue(app.kit);
  const [message] = (await messages()) as [InAppMessage];
  expect(message).toMatchObject({ cause: 'raised', count: 1, readAt: null, alarms: [{ id: alarm }] });
  expect([await unread(), await unread(customer)]).toEqual([1, 0]);
  expect(await messages(customer)).toEqual([]);
  expect((await mark(message.id, true, customer)).status).toBe(404);
  expect((await mark(message.id, true)).status).toBe(200);
  expect(await unread()).toBe(0);
  expect((await messages())[0]?.readAt).toEqual(expect.any(String));
  await mark(message.id, false);
  expect(await unread()).toBe(1);
});

test('alarms that come together are one message, the most severe first', async () => {
  for (let alarms = 0; alarms < 6; alarms++) await raise();
  const worst = await raise('problem');
  await notifyDue(app.kit);
  const [message, ...others] = (await messages()) as [InAppMessage];
  expect(others).toEqual([]);
  expect(message).toMatchObject({ count: 7 });
  expect(message.alarms.map(({ id }) => id)).toHaveLength(3);
  expect(message.alarms[0]?.id).toBe(worst);
  expect(await unread()).toBe(1);
  await mark(message.id, true);
  expect(await unread()).toBe(0);
});

test('all messages are read at once', async () => {
  for (let alarms = 0; alarms < 3; alarms++) {
    await raise();
    await notifyDue(app.kit);
  }
  expect(await unread()).toBe(3);
  expect((await viewer.call('POST', '/alarm/message/read')).status).toBe(200);
  expect(await unread()).toBe(0);
  expect(await messages()).toHaveLength(3);
});

test('a message hides alarms that the person may no longer read', async () => {
  await raise();
  await notifyDue(app.kit);
  await app.kit.pool.query('DELETE FROM permission_group_resource');
  expect(await messages()).toEqual([]);
  expect(await unread()).toBe(0);
});

test('only the pages of the person are notified of a new message', async () => {
  const events: { companyId: number | null; data: unknown }[] = [];
  const stop = app.kit.live.subscribe('alarm-messages', (event) => void events.push(event));
  await raise();
  await notifyDue(app.kit);
  stop();
  expect(events).toMatchObject([{ data: { userId: people.viewer } }]);
  const topic = messageTopics.companies?.find(({ name }) => name === 'alarm-messages');
  const concerns = (id: number | undefined) =>
    topic?.concerns({ actor: { session: { user: { id } } } } as never, events[0] as never);
  expect([concerns(people.viewer), concerns(people.customer)]).toEqual([true, false]);
});
