import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { raiseSample, readAllSites } from '#main/testing/test-alarms.ts';
import { startReceiver, type TestReceiver } from '#main/testing/test-receiver.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { makeDueCalls } from '#platform/server/http/call-lanes.ts';
import { sendDueDeliveries, webhookLanes } from '#platform/server/webhooks/deliveries.ts';
import { notifyDue } from './notify.ts';
import { groupTable, webhookSender } from './webhook-event.ts';

let app: Rasid;
let customer: TestPerson;
let receiver: TestReceiver;
let userId: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  userId = (await customer.call('GET', '/session')).body.data.user.id;
  await readAllSites(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  receiver = await startReceiver();
  for (const table of ['notification_group', 'alarm_notification']) await app.kit.pool.query(`DELETE FROM ${table}`);
  const notifications = { operational: { webhook: ['level-high'] } };
  const group = { name: 'Webhook', resources: ['*'], notifications };
  const { id } = (await customer.call('POST', '/sample/notifications-group', { body: group })).body.data;
  const hook = { url: receiver.url, enabled: true };
  await customer.call('PUT', `/sample/notifications-group/${id}/webhook`, { body: hook });
});
afterEach(() => receiver.close());

const raise = () => raiseSample(app, { userId });
const sendNow = () => sendDueDeliveries(app.kit, webhookSender(app.kit));

test('three workers make each call once', async () => {
  for (let alarms = 0; alarms < 12; alarms++) await raise();
  await notifyDue(app.kit);
  await Promise.all([sendNow(), sendNow(), sendNow()]);
  await sendNow();
  expect(receiver.received).toHaveLength(12);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
});

test('a worker that looked for calls before another one made them repeats none of them and leaves the lane free', async () => {
  const key = 727_001;
  const holder = await app.kit.pool.connect();
  // Closing the connection also releases the lock if the test fails.
  onTestFinished(() => holder.release(true));
  await holder.query('SELECT pg_advisory_lock($1)', [key]);
  await raise();
  await notifyDue(app.kit);
  // The worker has read the lanes once its statement waits for the lock.
  const lanes = { ...webhookLanes(groupTable), owner: sql`(SELECT l.company_id FROM pg_advisory_xact_lock(${key}))` };
  const made: string[] = [];
  const looking = makeDueCalls(app.kit, lanes, async ({ id }) => void made.push(id));
  const waiting =
    "SELECT count(*)::integer AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = $1";
  await expect.poll(async () => (await app.kit.pool.query(waiting, [key])).rows[0].n).toBe(1);
  await sendNow();
  await holder.query('SELECT pg_advisory_unlock($1)', [key]);
  await looking;
  expect([receiver.received.length, made]).toEqual([1, []]);
  await raise();
  await notifyDue(app.kit);
  await sendNow();
  expect(receiver.received).toHaveLength(2);
});
