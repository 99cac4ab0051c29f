import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AlarmNotification } from '#core/alarms/common/alarm-notification.ts';
import { raiseSample, readAllSites } from '#main/testing/test-alarms.ts';
import { providerOf } from '#main/testing/test-contract.ts';
import {
  documentedMessages,
  type ReceivedCall,
  startReceiver,
  type TestReceiver,
} from '#main/testing/test-receiver.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { WebhookDelivery } from '#platform/common/webhook.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { queueDeliveries, sendDueDeliveries } from '#platform/server/webhooks/deliveries.ts';
import { notifyDue } from './notify.ts';
import { groupTable, webhookSender } from './webhook-event.ts';

let app: Rasid;
let customer: TestPerson;
let receiver: TestReceiver;
let userId: number;
let group: number;
let secret: string;
const path = '/sample/notifications-group';

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  userId = (await customer.call('GET', '/session')).body.data.user.id;
  await readAllSites(app);
});
afterAll(() => app.close());

let groupCount = 0;
beforeEach(async () => {
  receiver = await startReceiver();
  for (const table of ['notification_group', 'alarm_notification', 'mail_outbox'])
    await app.kit.pool.query(`DELETE FROM ${table}`);
  const created = await customer.call('POST', path, {
    body: {
      name: `Group ${++groupCount}`,
      resources: ['*'],
      notifications: { operational: { webhook: ['level-high'] } },
    },
  });
  group = created.body.data.id;
  secret = (await save()).body.data.secret;
});
afterEach(() => receiver.close());

const hook = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', rest = '', body?: object, person = customer) =>
  person.call(method, `${path}/${group}/webhook${rest}`, body ? { body } : {});
const save = (body: object = {}) => hook('PUT', '', { url: receiver.url, enabled: true, ...body });
const raise = () => raiseSample(app, { userId });
const sendNow = () => sendDueDeliveries(app.kit, webhookSender(app.kit));
const due = async () => {
  await notifyDue(app.kit);
  await sendNow();
};
const log = async (): Promise<WebhookDelivery[]> => (await hook('GET', '/delivery')).body.data;
/** Makes the next attempts due. */
const passTime = () => app.kit.pool.query('UPDATE notification_group_webhook_delivery SET next_attempt_at = now()');
const notificationsOf = async (alarm: number): Promise<AlarmNotification[]> =>
  (await customer.call('GET', `/sample/alarm/operational/${alarm}/notification`)).body.data;
const verified = ({ body, headers }: ReceivedCall, by = secret) =>
  new Webhook(by).verify(body.toString(), headers as Record<string, string>) as { type: string; data: object };

test('an alarm is sent to the webhook of a group with the signature of Standard Webhooks', async () => {
  const alarm = await raise();
  expect(receiver.received).toEqual([]);
  await due();
  const [call] = receiver.received as [ReceivedCall];
  expect(verified(call)).toMatchObject({
    type: 'alarm.raised',
    data: {
      alarm: { id: alarm, app: 'sample', kind: 'level-high', severity: 'problem' },
      group: { id: group },
    },
  });
  expect((await documentedMessages(app)).faultsOf(verified(call))).toEqual([]);
  expect(() => verified(call, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();
  expect(await notificationsOf(alarm)).toMatchObject([{ person: null, method: 'webhook', state: 'sent' }]);
  expect(await log()).toMatchObject([
    { id: call.headers['webhook-id'], type: 'alarm.raised', state: 'delivered', attempts: 1, status: 204, fault: null },
  ]);
});

test('an event is sent after the commit of its cause, and never after a rollback', async () => {
  const { rows } = await app.kit.pool.query('SELECT id, company_id FROM notification_group_webhook');
  const queue = (tx: Tx) =>
    queueDeliveries(tx, groupTable, [{ laneId: rows[0].id, companyId: rows[0].company_id, type: 'tried', data: {} }]);
  await expect(
    inSystem(app.kit.db, async (tx) => {
      await queue(tx);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await inSystem(app.kit.db, async (tx) => {
    await queue(tx);
    await sendNow();
    expect(receiver.received).toEqual([]);
  });
  await sendNow();
  expect(receiver.received).toHaveLength(1);
});

test('a delivery is tried eight times over 24 hours under one id, and then the notification has failed', async () => {
  receiver.answer = () => ({ status: 503, body: 'down for maintenance' });
  const alarm = await raise();
  await due();
  let waited = 0;
  for (let attempt = 1; attempt < 8; attempt++) {
    const [delivery] = (await log()) as [WebhookDelivery];
    expect(delivery).toMatchObject({ state: 'waiting', attempts: attempt, status: 503, reply: 'down for maintenance' });
    waited += Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attemptedAt as string);
    await sendNow();
    expect(receiver.received).toHaveLength(attempt);
    await passTime();
    await sendNow();
  }
  expect(receiver.received).toHaveLength(8);
  expect(Math.round(waited / 3_600_000)).toBe(24);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await log()).toMatchObject([{ state: 'failed', attempts: 8 }]);
  await passTime();
  await due();
  expect(receiver.received).toHaveLength(8);
  expect(await notificationsOf(alarm)).toMatchObject([{ state: 'failed', reason: 'not-delivered' }]);
});

test('a call of a process that was killed is made again when its lease has ended, and its late answer is ignored', async () => {
  await raise();
  await notifyDue(app.kit);
  receiver.answer = null;
  const first = sendNow();
  await expect.poll(() => receiver.received.length).toBe(1);
  await app.kit.pool.query('UPDATE notification_group_webhook SET busy_until = NULL');
  await passTime();
  receiver.answer = () => ({ status: 200, body: 'second' });
  await sendNow();
  expect(await log()).toMatchObject([{ state: 'delivered', attempts: 2, reply: 'second' }]);
  await first;
  expect(await log()).toMatchObject([{ state: 'delivered', attempts: 2, reply: 'second' }]);
});

test('many receivers of a company that do not answer delay no other company', async () => {
  const [silent, other] = [await startReceiver(), await app.signIn('other@rasid.test')];
  silent.answer = null;
  const add = async (person: TestPerson, url: string) => {
    const { id } = (await person.call('POST', path, { body: { name: `Group ${++groupCount}` } })).body.data;
    await person.call('PUT', `${path}/${id}/webhook`, { body: { url, enabled: true } });
  };
  for (let groups = 0; groups < 25; groups++) await add(customer, silent.url);
  await add(other, receiver.url);
  const { rows } = await app.kit.pool.query('SELECT id, company_id FROM notification_group_webhook ORDER BY id');
  await inSystem(app.kit.db, (tx) =>
    queueDeliveries(
      tx,
      groupTable,
      rows.slice(1).map((row) => ({ laneId: row.id, companyId: row.company_id, type: 'tried', data: {} })),
    ),
  );
  const sending = sendNow();
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(silent.received.length).toBeLessThanOrEqual(5);
  await app.kit.pool.query("UPDATE notification_group_webhook_delivery SET state = 'failed' WHERE attempts = 0");
  await silent.close();
  await sending;
});

test('with a rotated secret both signatures are sent for a day', async () => {
  const former = secret;
  secret = (await hook('POST', '/secret')).body.data.secret;
  expect(secret).not.toBe(former);
  await raise();
  await due();
  const [call] = receiver.received as [ReceivedCall];
  for (const by of [secret, former]) expect(verified(call, by).type).toBe('alarm.raised');
  expect(String(call.headers['webhook-signature']).split(' ')).toHaveLength(2);
});

test('the secret is returned once and appears in no later reply, log or history', async () => {
  expect(secret).toMatch(/^whsec_/);
  expect((await save({ url: `${receiver.url}/2` })).body.data).toMatchObject({ secret: null });
  const replies = [await hook('GET'), await customer.call('GET', `${path}/${group}/history`)];
  const logged = await app.kit.pool.query("SELECT * FROM change_log WHERE table_name = 'notification_group_webhook'");
  expect(logged.rowCount).toBeGreaterThan(1);
  expect(JSON.stringify([replies.map(({ body }) => body), logged.rows])).not.toMatch(/whsec_|sealed/);
  expect(JSON.stringify(replies[1]?.body)).toContain(`${receiver.url}/2`);
});

test('what the sender records while it calls does not count as a change of the group', async () => {
  const lines = async () =>
    (await app.kit.pool.query("SELECT FROM change_log WHERE table_name = 'notification_group_webhook'")).rowCount;
  const before = await lines();
  receiver.answer = () => ({ status: 500 });
  await raise();
  await due();
  expect(await lines()).toBe(before);
});

describe('a webhook that keeps failing', () => {
  const failFor = (days: number) =>
    app.kit.pool.query(`UPDATE notification_group_webhook SET failing_since = now() - $1 * interval '1 day'`, [days]);

  test('is switched off after three days, and the administrators get a mail', async () => {
    receiver.answer = () => ({ status: 500 });
    await raise();
    await due();
    await failFor(2.9);
    await raise();
    await due();
    expect((await hook('GET')).body.data.webhook).toMatchObject({ enabled: true });
    await failFor(3.1);
    await raise();
    await due();
    expect((await hook('GET')).body.data.webhook).toMatchObject({ enabled: false, switchedOffAt: expect.any(String) });
    expect((await log()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    const mails = await app.kit.pool.query('SELECT recipient, subject, text FROM mail_outbox');
    expect(mails.rows.map(({ recipient }) => recipient)).toContain('customer@rasid.test');
    expect(mails.rows[0].text).toContain(`/groups/edit-notification/${group}`);
    const later = await raise();
    await due();
    expect(await notificationsOf(later)).toMatchObject([{ state: 'skipped', reason: 'webhook-off' }]);
  });

  test('starts without failures when a person switches it on again', async () => {
    await failFor(4);
    await save({ enabled: false });
    await save();
    receiver.answer = () => ({ status: 500 });
    await raise();
    await due();
    expect((await hook('GET')).body.data.webhook).toMatchObject({ enabled: true, switchedOffAt: null });
  });

  test('is no longer failing after a success', async () => {
    await failFor(2);
    await raise();
    await due();
    expect((await hook('GET')).body.data.webhook.failingSince).toBeNull();
  });
});

test('a test is sent once, also while the webhook is switched off', async () => {
  await save({ enabled: false });
  receiver.answer = () => ({ status: 404 });
  const { id } = (await hook('POST', '/test')).body.data;
  await sendNow();
  expect(verified(receiver.received[0] as ReceivedCall).type).toBe('test');
  expect(await log()).toMatchObject([{ id, state: 'failed', attempts: 1, status: 404 }]);
});

test('a delivery can be sent again under its id, only by its own group', async () => {
  receiver.answer = () => ({ status: 500 });
  await hook('POST', '/test');
  await sendNow();
  const [{ id }] = (await log()) as [WebhookDelivery];
  receiver.answer = () => ({ status: 200, body: 'thanks' });
  expect((await hook('POST', '/replay', { id })).status).toBe(200);
  await sendNow();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect(await log()).toMatchObject([{ id, state: 'delivered', reply: 'thanks' }]);
  const first = group;
  group = (await customer.call('POST', path, { body: { name: `Group ${++groupCount}` } })).body.data.id;
  await save();
  expect((await hook('POST', '/replay', { id })).status).toBe(404);
  group = first;
});

test('the log keeps the last hundred deliveries', async () => {
  await app.kit.pool.query(
    `INSERT INTO notification_group_webhook_delivery (id, lane_id, company_id, type, body, state, created_at)
     SELECT gen_random_uuid(), id, company_id, 'alarm.raised', '{}', 'delivered', now() - n * interval '1 minute' FROM notification_group_webhook, generate_series(1, 105) n`,
  );
  await hook('POST', '/test');
  await sendNow();
  expect(await log()).toHaveLength(100);
  expect((await log())[0]).toMatchObject({ type: 'test' });
  const [test] = receiver.received as [ReceivedCall];
  expect((await documentedMessages(app)).faultsOf(verified(test))).toEqual([]);
  expect((await app.kit.pool.query('SELECT FROM notification_group_webhook_delivery')).rowCount).toBe(100);
});

test('a webhook gets each alarm separately and at once, regardless of the quiet hours of the group', async () => {
  const week = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((name) => ({
    name,
    periods: [{ start: '00:00', end: '23:59' }],
  }));
  await customer.call('PATCH', `${path}/${group}`, { body: { quiet: { week, exempt: 'problem' }, onClear: true } });
  for (let alarms = 0; alarms < 7; alarms++) await raiseSample(app, { userId, severity: 'poor' });
  await due();
  expect(receiver.received).toHaveLength(7);
  await app.kit.pool.query(
    `WITH done AS (UPDATE alarm SET condition = 'cleared', cleared_at = now() WHERE id = (SELECT max(id) FROM alarm) RETURNING id, company_id)
     INSERT INTO alarm_event (alarm_id, company_id, action) SELECT id, company_id, 'cleared' FROM done`,
  );
  await due();
  expect(verified(receiver.received.at(-1) as ReceivedCall).type).toBe('alarm.cleared');
});

test('a reminder is sent to the webhook once', async () => {
  await customer.call('PATCH', `${path}/${group}`, {
    body: { users: [userId], repeat: { everyMinutes: 15, times: 2 } },
  });
  await raise();
  await due();
  await app.kit.pool.query('UPDATE alarm_escalation SET due_at = now()');
  await due();
  expect(receiver.received.map((call) => verified(call).type)).toEqual(['alarm.raised', 'alarm.repeat']);
});

test('the address must be one of HTTPS without a password, and other people cannot change it', async () => {
  const closed = { ...app.kit.settings, privateCalls: false };
  Object.assign(app.kit, { settings: closed });
  try {
    for (const url of ['http://example.com/hook', 'https://user:secret@example.com/hook'])
      expect((await save({ url })).body.errors).toEqual([{ param: 'url', msg: 'httpsAddress' }]);
    expect((await save({ url: 'ftp://example.com' })).body.errors).toEqual([{ param: 'url', msg: 'invalidUrl' }]);
    expect((await save({ url: 'https://example.com/hook' })).status).toBe(200);
  } finally {
    Object.assign(app.kit, { settings: { ...closed, privateCalls: true } });
  }
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await hook('PUT', '', { url: receiver.url, enabled: true }, viewer)).status).toBe(403);
});

test('a provider whose contract does not include alarms cannot have them sent to its own address', async () => {
  const groups = ['read', 'update'].map((action) => `sample.notifications-group.${action}`);
  const saveAs = async (abilities: string[]) =>
    (await hook('PUT', '', { url: receiver.url, enabled: true }, await providerOf(app, customer, abilities))).status;
  expect(await saveAs(groups)).toBe(403);
  expect(await saveAs([...groups, 'sample.operational-alarm.read'])).toBe(403);
  expect(await saveAs([...groups, 'sample.operational-alarm.read', 'sample.status-alarm.read'])).toBe(200);
});

test('a webhook that a person switches off is not called for waiting events', async () => {
  receiver.answer = () => ({ status: 500 });
  const alarm = await raise();
  await due();
  await save({ enabled: false });
  await passTime();
  await due();
  expect(receiver.received).toHaveLength(1);
  expect(await log()).toMatchObject([{ state: 'failed', attempts: 1 }]);
  expect(await notificationsOf(alarm)).toMatchObject([{ state: 'failed', reason: 'not-delivered' }]);
});

test('a company has at most 200 groups of an app, because each alarm is compared with all of them', async () => {
  await app.kit.pool.query(
    `INSERT INTO notification_group (company_id, app_id, name, description)
     SELECT company_id, app_id, 'Many ' || n, '' FROM notification_group, generate_series(1, 199) n WHERE id = $1`,
    [group],
  );
  const refused = await customer.call('POST', path, { body: { name: 'One more' } });
  expect([refused.status, refused.body.word]).toEqual([409, 'too-many-groups']);
});

test('a webhook is deleted with its group', async () => {
  await raise();
  await notifyDue(app.kit);
  await customer.call('DELETE', `${path}/${group}`);
  await sendNow();
  expect(receiver.received).toEqual([]);
  expect((await app.kit.pool.query('SELECT FROM notification_group_webhook_delivery')).rowCount).toBe(0);
});
