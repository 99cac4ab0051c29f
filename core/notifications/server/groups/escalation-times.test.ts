import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseSample, readAllSites } from '#main/testing/test-alarms.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let userId: number;
const path = '/sample/notifications-group';

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  await readAllSites(app);
  userId = (await customer.call('GET', '/session')).body.data.user.id;
});
afterAll(() => app.close());

let groupCount = 0;
type Step = { afterSeconds?: number | undefined; afterMinutes?: number };
/** Adds a group whose escalation has one step. */
const post = (time: Step) =>
  customer.call('POST', path, {
    body: {
      name: `Group ${++groupCount}`,
      resources: ['*'],
      notifications: { operational: { email: ['level-high'] } },
      escalation: [{ users: [userId], groups: [], methods: ['email'], ...time }],
    },
  });
async function timesOf(time: Step): Promise<unknown> {
  const { status, body } = await post(time);
  expect([status, body.errors]).toEqual([201, undefined]);
  const [{ afterSeconds, afterMinutes }] = body.data.escalation;
  return { afterSeconds, afterMinutes };
}

test('a step is due after seconds, which replies also have in minutes, rounded up', async () => {
  expect(await timesOf({ afterSeconds: 10 })).toEqual({ afterSeconds: 10, afterMinutes: 1 });
  expect(await timesOf({ afterSeconds: 90 })).toEqual({ afterSeconds: 90, afterMinutes: 2 });
  expect(await timesOf({ afterSeconds: 86_400 })).toEqual({ afterSeconds: 86_400, afterMinutes: 1440 });
});

test('a client that knows only minutes sets them, and returns what it has read', async () => {
  expect(await timesOf({ afterMinutes: 15 })).toEqual({ afterSeconds: 900, afterMinutes: 15 });
  expect(await timesOf({ afterSeconds: 90, afterMinutes: 2 })).toEqual({ afterSeconds: 90, afterMinutes: 2 });
  expect(await timesOf({ afterSeconds: 90, afterMinutes: 20 })).toEqual({ afterSeconds: 1200, afterMinutes: 20 });
});

test.each([
  [9, 'outOfRange'],
  [86_401, 'outOfRange'],
  [undefined, 'Required'],
])('a step after %s seconds is refused', async (afterSeconds, msg) => {
  const { status, body } = await post({ afterSeconds });
  expect([status, body.errors]).toEqual([418, [{ param: 'escalation.0.afterSeconds', msg }]]);
});

test('a step of 30 seconds is due 30 seconds after the alarm', async () => {
  await app.kit.pool.query('DELETE FROM notification_group');
  await post({ afterSeconds: 30 });
  const alarm = await raiseSample(app, { userId });
  const { rows } = await app.kit.pool.query(
    `SELECT extract(epoch FROM t.due_at - e.at)::float8 AS seconds
       FROM alarm_escalation t JOIN alarm_event e ON e.alarm_id = t.alarm_id AND e.action = 'raised' WHERE t.alarm_id = $1`,
    [alarm],
  );
  expect(rows).toHaveLength(1);
  expect(Math.abs(rows[0].seconds - 30)).toBeLessThan(1);
});
