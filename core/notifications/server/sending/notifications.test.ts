import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAllSites } from '#main/testing/test-alarms.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { setSmsUnits, smsUnitsOf } from '#main/testing/test-sms.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { mutedForever } from '../../common/notification-group.ts';

let app: Rasid;
let customer: TestPerson;
let tank: TestDevice;
let people: Record<string, number>;
const path = '/sample/notifications-group';

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  tank = await testDevice(app, customer, 'solutionId=901');
  const userRows = await app.kit.pool.query("SELECT id, split_part(email, '@', 1) AS name FROM users");
  people = Object.fromEntries(userRows.rows.map((row) => [row.name, row.id]));
  await readAllSites(app);
});
afterAll(async () => {
  await tank.end();
  await app.close();
});

const levelByMail = { operational: { email: ['level-high'] } };
let groupCount = 0;
const create = async (body: object) =>
  (await customer.call('POST', path, { body: { name: `Group ${++groupCount}`, resources: ['*'], ...body } })).body.data;
const mails = async () =>
  (await app.kit.pool.query('SELECT recipient, subject, text FROM mail_outbox ORDER BY id')).rows as {
    recipient: string;
    subject: string;
    text: string;
  }[];
const unnotifiedCount = async () =>
  (await app.kit.pool.query("SELECT count(*)::integer AS n FROM alarm_notification WHERE state = 'queued'")).rows[0]
    .n as number;

/** Raises a new alarm and returns its mails. */
async function mailsOfNextAlarm() {
  for (const alarm of (await customer.call('GET', `/sample/alarm/operational?deviceId=${tank.id}`)).body.data)
    await customer.call('POST', `/sample/alarm/operational/${alarm.id}/terminate`, { body: {} });
  await tank.publish({ level: 1 });
  await eventually(unnotifiedCount, (n) => n === 0);
  const before = (await mails()).length;
  await tank.publish({ level: 3.4 });
  await eventually(unnotifiedCount, (n) => n === 0);
  return (await mails()).slice(before);
}
const removeAll = async () => {
  for (const group of (await customer.call('GET', path)).body.data)
    await customer.call('DELETE', `${path}/${group.id}`);
};

describe('the notification of a new alarm', () => {
  test('is sent once to each member of its groups, in their language, with a link', async () => {
    await app.kit.pool.query("UPDATE users SET locale = 'ar' WHERE email = 'operator@rasid.test'");
    await create({ users: [people.operator, people.viewer], notifications: levelByMail });
    await create({ users: [people.operator], notifications: levelByMail });
    const sent = await mailsOfNextAlarm();
    expect(sent.map((mail) => mail.recipient).sort()).toEqual(['operator@rasid.test', 'viewer@rasid.test']);
    const arabic = sent.find((mail) => mail.recipient === 'operator@rasid.test');
    expect(arabic?.subject).toMatch(/^حرج: \u2068[^\u2069]+\u2069 – \u2068[^\u2069]+\u2069 في \u2068[^\u2069]+\u2069$/);
    expect(arabic?.text).toContain('القيمة المقاسة: المستوى: \u20663.4 m\u2069');
    expect(arabic?.text).toContain('الحد: أعلى من \u20663 m\u2069');
    const english = sent.find((mail) => mail.recipient === 'viewer@rasid.test')?.text;
    expect(english).toContain('Limit: above \u20663 m\u2069');
    expect(english).toMatch(/Acknowledge: \S+\/Sample\/alarms\/operational\?alarm=\d+&do=acknowledge/);
    expect(english).toMatch(/Device: .+: \S+\/Sample\/devices\//);
  });

  test('comes with many others as one message, the most severe first', async () => {
    await removeAll();
    await create({
      users: [people.viewer],
      notifications: { operational: { email: ['level-high'], sms: ['level-high'] } },
    });
    const before = (await mails()).length;
    await app.kit.pool.query(
      `WITH raised AS (
         INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at)
         SELECT company_id, 'sample', 'operational', 'level-high', CASE n WHEN 24 THEN 'problem' ELSE 'ok' END::alarm_severity,
                'space', n, 'Space ' || n, now(), now() FROM users, generate_series(1, 24) n WHERE id = $1 RETURNING id, company_id)
       INSERT INTO alarm_event (alarm_id, company_id, action) SELECT id, company_id, 'raised' FROM raised`,
      [people.viewer],
    );
    await eventually(unnotifiedCount, (n) => n === 0);
    const sent = (await mails()).slice(before);
    expect(sent.map(({ subject }) => subject)).toEqual(['24 new alarms']);
    expect(sent[0]?.text).toMatch(/^Critical: .* – .Space 24. \(/);
    expect(sent[0]?.text).toContain('Not listed here: 4');
    expect(sent[0]?.text).toContain('/Sample/alarms/operational');
  });

  test('is not repeated when the alarm fires again', async () => {
    const before = (await mails()).length;
    await tank.publish({ level: 3.9 });
    await eventually(unnotifiedCount, (n) => n === 0);
    expect((await mails()).length).toBe(before);
  });

  test('is not sent for other kinds or structures', async () => {
    await removeAll();
    await create({ users: [people.viewer], notifications: { operational: { email: ['leak'] } } });
    await create({ users: [people.viewer], notifications: levelByMail, resources: [999_999] });
    expect(await mailsOfNextAlarm()).toEqual([]);
  });

  test('is sent by text message to verified phones only, each at the expense of an SMS unit of the company', async () => {
    await removeAll();
    await setSmsUnits(app, 'customer@rasid.test', 1);
    await app.kit.pool.query("UPDATE users SET phone_verified = true WHERE email = 'customer@rasid.test'");
    await create({ users: [people.customer, people.viewer], notifications: { operational: { sms: ['level-high'] } } });
    await mailsOfNextAlarm();
    const sms = await app.kit.pool.query('SELECT recipient FROM sms_outbox');
    expect(sms.rows).toEqual([{ recipient: '+971505550134' }]);
    expect(await smsUnitsOf(app, 'customer@rasid.test')).toBe(0);
  });

  test('is not sent by text message once the company has used up its SMS units, and states the reason', async () => {
    await app.kit.pool.query('DELETE FROM sms_outbox');
    await mailsOfNextAlarm();
    expect((await app.kit.pool.query('SELECT FROM sms_outbox')).rowCount).toBe(0);
    const { rows } = await app.kit.pool.query(
      "SELECT state, reason FROM alarm_notification WHERE user_id = $1 AND method = 'sms' ORDER BY id DESC LIMIT 1",
      [people.customer],
    );
    expect(rows).toEqual([{ state: 'skipped', reason: 'no-sms-units' }]);
  });
});

describe('muting', () => {
  test('a group stops its notifications until it is unmuted', async () => {
    await removeAll();
    const group = await create({ users: [people.viewer], notifications: levelByMail });
    await customer.call('PATCH', `${path}/${group.id}/mute`, { body: { minutes: 30 } });
    expect(await mailsOfNextAlarm()).toEqual([]);
    await customer.call('PATCH', `${path}/${group.id}/mute`, { body: { minutes: 0 } });
    expect(await mailsOfNextAlarm()).toHaveLength(1);
    const muted = await customer.call('PATCH', `${path}/${group.id}/mute`, { body: { minutes: 'forever' } });
    expect(muted.body.data.mutedUntil).toBe(mutedForever);
    expect(await mailsOfNextAlarm()).toEqual([]);
  });

  test('one member does not affect the others', async () => {
    await removeAll();
    const group = await create({ users: [people.viewer, people.operator], notifications: levelByMail });
    const reply = await customer.call('PATCH', `${path}/${group.id}/user-disable`, {
      body: { userId: people.viewer, disabled: true },
    });
    expect(reply.body.data.users.find((user: { id: number }) => user.id === people.viewer).disabled).toBe(true);
    expect((await mailsOfNextAlarm()).map((mail) => mail.recipient)).toEqual(['operator@rasid.test']);
  });

  test('one method of a member does not affect the other methods', async () => {
    await removeAll();
    const group = await create({ users: [people.viewer, people.operator], notifications: levelByMail });
    const set = async (disabled: boolean) => {
      const body = { userId: people.viewer, disabled, method: 'email' };
      const reply = await customer.call('PATCH', `${path}/${group.id}/user-disable`, { body });
      return reply.body.data.users.find((user: { id: number }) => user.id === people.viewer);
    };
    expect(await set(true)).toMatchObject({ disabled: false, notifications: { email: false, sms: true } });
    expect((await mailsOfNextAlarm()).map((mail) => mail.recipient)).toEqual(['operator@rasid.test']);
    expect(await set(false)).toMatchObject({ notifications: { email: true, sms: true } });
    expect(await mailsOfNextAlarm()).toHaveLength(2);
  });
});

test('a notification group with foreign people or unknown alarm kinds is refused', async () => {
  const foreign = await customer.call('POST', path, { body: { name: 'Foreign', users: [people.other] } });
  expect(foreign.status).toBe(418);
  const unknown = await customer.call('POST', path, {
    body: { name: 'Unknown', notifications: { operational: { email: ['meteor'] } } },
  });
  expect(unknown.body.errors).toEqual([{ param: 'notifications.operational.email.meteor', msg: 'invalid' }]);
});

test('the alarm kinds of notification groups come from the manifests', async () => {
  const { data } = (await customer.call('GET', `${path}/params`)).body;
  expect(data.methods).toEqual(['in-app', 'email', 'sms', 'push', 'webhook']);
  expect(data.types.find((type: { type: string }) => type.type === 'status').kinds).toEqual([
    'offline',
    'no-data',
    'battery-low',
    'tamper',
    'calibration-due',
    'clock-drift',
    'settings-not-applied',
    // Declared by connectors and by an app.
    'network-fault',
    'counter-anomaly',
  ]);
});
