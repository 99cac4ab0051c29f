import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AlarmNotification } from '#core/alarms/common/alarm-notification.ts';
import { raiseSample, readAllSites } from '#main/testing/test-alarms.ts';
import { setSmsUnits } from '#main/testing/test-sms.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';
import { notifyDue } from '../sending/notify.ts';

let app: Rasid;
let customer: TestPerson;
let people: { customer: number; viewer: number; operator: number; other: number };
const path = '/sample/notifications-group';
const byMail = { operational: { email: ['level-high'] } };
const week = (periods: object[]) => weekdays.map((name) => ({ name, periods }));
const always = { week: week([{ start: '00:00', end: '23:59' }]), exempt: 'problem' };

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const users = await app.kit.pool.query("SELECT id, split_part(email, '@', 1) AS name FROM users");
  people = Object.fromEntries(users.rows.map((row) => [row.name, row.id])) as typeof people;
  await readAllSites(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['notification_group', 'alarm_notification', 'mail_outbox', 'sms_outbox'])
    await app.kit.pool.query(`DELETE FROM ${table}`);
});

let groupCount = 0;
const post = (body: object) =>
  customer.call('POST', path, {
    body: { name: `Group ${++groupCount}`, resources: ['*'], notifications: byMail, users: [people.viewer], ...body },
  });
const create = async (body: object): Promise<number> => (await post(body)).body.data.id;
const raise = (severity = 'poor') => raiseSample(app, { userId: people.customer, severity });
const due = () => notifyDue(app.kit);
const notificationsOf = async (alarm: number): Promise<AlarmNotification[]> =>
  (await customer.call('GET', `/sample/alarm/operational/${alarm}/notification`)).body.data;
const mails = async () =>
  (await app.kit.pool.query('SELECT recipient, subject, text FROM mail_outbox ORDER BY id')).rows as {
    recipient: string;
    subject: string;
    text: string;
  }[];
const act = (alarm: number, action: string) =>
  customer.call('POST', `/sample/alarm/operational/${alarm}/${action}`, { body: { comment: 'Done' } });
const clear = (alarm: number) =>
  app.kit.pool.query(
    `WITH done AS (UPDATE alarm SET condition = 'cleared', cleared_at = now() WHERE id = $1 RETURNING id, company_id)
     INSERT INTO alarm_event (alarm_id, company_id, action) SELECT id, company_id, 'cleared' FROM done`,
    [alarm],
  );
/** Ends quiet hours and waits of storms. */
const endHolding = async (group?: number) => {
  if (group) await customer.call('PATCH', `${path}/${group}`, { body: { quiet: null } });
  await app.kit.pool.query("UPDATE alarm_notification SET due_at = now() WHERE state = 'held'");
};
/** Moves the escalation steps and reminders of the coming minutes to the past. */
const passMinutes = (minutes: number) =>
  app.kit.pool.query("UPDATE alarm_escalation SET due_at = due_at - $1 * interval '1 minute'", [minutes]);

test('a method notifies of no alarm below its lowest severity', async () => {
  await create({ lowest: { email: 'problem' } });
  const [below, alarm] = [await raise('poor'), await raise('problem')];
  await due();
  expect(await notificationsOf(below)).toMatchObject([{ state: 'skipped', reason: 'below-severity' }]);
  expect(await notificationsOf(alarm)).toMatchObject([{ state: 'sent' }]);
});

describe('quiet hours', () => {
  test('hold alarms and send those that are still open as one message at their end', async () => {
    const group = await create({ quiet: always });
    const [ended, acknowledged, ...open] = [await raise(), await raise(), await raise(), await raise()];
    await due();
    expect(await mails()).toEqual([]);
    expect(await notificationsOf(open[0] as number)).toMatchObject([{ state: 'held', reason: 'quiet-hours' }]);
    await clear(ended as number);
    await act(acknowledged as number, 'acknowledge');
    await endHolding(group);
    await due();
    expect(await mails()).toMatchObject([{ recipient: 'viewer@rasid.test', subject: '2 new alarms' }]);
    expect(await notificationsOf(ended as number)).toMatchObject([{ state: 'skipped', reason: 'ended' }]);
    expect(await notificationsOf(acknowledged as number)).toMatchObject([{ state: 'skipped', reason: 'acknowledged' }]);
  });

  test('do not hold alarms of the exempt severity', async () => {
    await create({ quiet: always });
    await raise('problem');
    await due();
    expect(await mails()).toHaveLength(1);
  });

  test('hold a clear until their end', async () => {
    const group = await create({ onClear: true });
    const alarm = await raise();
    await due();
    await customer.call('PATCH', `${path}/${group}`, { body: { quiet: always } });
    await clear(alarm);
    await due();
    expect(await mails()).toHaveLength(1);
    await endHolding(group);
    await due();
    expect(await mails()).toHaveLength(2);
  });

  test('do not send anything about an alarm that cleared and ended within them', async () => {
    const group = await create({ onClear: true });
    const sentBefore = await raise();
    await due();
    await customer.call('PATCH', `${path}/${group}`, { body: { quiet: always } });
    const raisedWithin = await raise();
    for (const alarm of [sentBefore, raisedWithin]) await clear(alarm);
    await due();
    for (const alarm of [sentBefore, raisedWithin]) await act(alarm, 'terminate');
    await endHolding(group);
    await due();
    expect(await mails()).toHaveLength(1);
  });

  test('hold the steps of an escalation', async () => {
    await create({
      quiet: always,
      escalation: [{ afterMinutes: 5, users: [people.operator], groups: [], methods: ['email'] }],
    });
    const alarm = await raise();
    await passMinutes(5);
    await due();
    const step = (await notificationsOf(alarm)).find(({ cause }) => cause === 'escalation');
    expect(step).toMatchObject({ state: 'held', reason: 'quiet-hours' });
  });
});

describe('the clearing of an alarm', () => {
  test('notifies the people who were notified of the alarm, if the group is set to', async () => {
    await create({ onClear: true });
    const alarm = await raise();
    await due();
    await clear(alarm);
    await due();
    expect((await notificationsOf(alarm)).map(({ cause, state }) => [cause, state])).toEqual([
      ['raised', 'sent'],
      ['cleared', 'sent'],
    ]);
    const mail = (await mails()).at(-1);
    expect(mail?.subject).toMatch(/^Condition cleared: Major: /);
    expect(mail?.text).not.toContain('do=acknowledge');
  });

  test('notifies nobody otherwise', async () => {
    await create({});
    const alarm = await raise();
    await due();
    await clear(alarm);
    await due();
    expect(await mails()).toHaveLength(1);
  });
});

describe('an escalation', () => {
  const ladder = () => [
    { afterMinutes: 10, users: [people.operator], groups: [], methods: ['email'] },
    { afterMinutes: 30, users: [people.customer], groups: [], methods: ['email'] },
  ];

  test('notifies the people of each step when it is due', async () => {
    await create({ users: [], escalation: ladder() });
    const alarm = await raise();
    await passMinutes(9);
    await due();
    expect(await mails()).toEqual([]);
    await passMinutes(1);
    await due();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['operator@rasid.test']);
    expect((await mails())[0]?.subject).toMatch(/^تصعيد، الخطوة 1: عالٍ: .* – \u2068Space \d+\u2069$/);
    await passMinutes(20);
    await due();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['operator@rasid.test', 'customer@rasid.test']);
    expect((await notificationsOf(alarm)).map(({ step }) => step)).toEqual([1, 2]);
  });

  test('notifies the members of a group', async () => {
    const deputies = await create({ users: [people.operator], notifications: {} });
    await create({ users: [], escalation: [{ afterMinutes: 1, users: [], groups: [deputies], methods: ['email'] }] });
    await raise();
    await passMinutes(1);
    await due();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['operator@rasid.test']);
  });

  test.each(['acknowledge', 'terminate', 'reject'])('stops when a person does %s', async (action) => {
    await create({ users: [], escalation: ladder() });
    const alarm = await raise();
    await act(alarm, action);
    await passMinutes(60);
    await due();
    expect(await notificationsOf(alarm)).toEqual([]);
  });

  test('skips the steps of a muted group', async () => {
    const group = await create({ users: [], escalation: ladder() });
    const alarm = await raise();
    await customer.call('PATCH', `${path}/${group}/mute`, { body: { minutes: 30 } });
    await passMinutes(10);
    await due();
    expect(await notificationsOf(alarm)).toMatchObject([{ step: 1, state: 'skipped', reason: 'group-muted' }]);
  });

  test('of 1,000 alarms sends each step once with three workers', async () => {
    await create({ users: [], escalation: ladder().slice(0, 1) });
    const raised = await app.kit.pool.query(
      `WITH raised AS (
         INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at)
         SELECT company_id, 'sample', 'operational', 'level-high', 'poor', 'room', n, 'Room ' || n, now(), now()
           FROM users, generate_series(1, 1000) n WHERE id = $1 RETURNING id, company_id)
       INSERT INTO alarm_event (alarm_id, company_id, action) SELECT id, company_id, 'raised' FROM raised RETURNING alarm_id`,
      [people.customer],
    );
    expect(raised.rowCount).toBe(1000);
    await passMinutes(10);
    await Promise.all([due(), due(), due()]);
    await due();
    const steps = await app.kit.pool.query(
      'SELECT count(*)::integer AS rows, count(DISTINCT alarm_id)::integer AS alarms FROM alarm_notification WHERE step = 1',
    );
    expect(steps.rows).toEqual([{ rows: 1000, alarms: 1000 }]);
    expect((await app.kit.pool.query('SELECT FROM alarm_escalation')).rowCount).toBe(0);
    const states = await app.kit.pool.query('SELECT DISTINCT state FROM alarm_notification');
    expect(states.rows).toEqual([{ state: 'sent' }]);
  });

  test('takes people of the company and groups of the app only', async () => {
    const step = (body: object) =>
      post({ escalation: [{ afterMinutes: 5, users: [], groups: [], methods: ['email'], ...body }] });
    expect((await step({ users: [people.other] })).status).toBe(418);
    expect((await step({ groups: [999_999] })).body.errors).toEqual([{ param: 'escalation', msg: 'invalid' }]);
    expect((await step({})).body.errors).toEqual([{ param: 'escalation.0.users', msg: 'Required' }]);
    expect((await step({ users: [people.viewer], afterMinutes: 1441 })).status).toBe(418);
  });
});

test('a reminder is repeated as often as the group is set to, until the alarm is acknowledged', async () => {
  await create({ repeat: { everyMinutes: 15, times: 2 } });
  const [alarm, acknowledged] = [await raise(), await raise()];
  await due();
  await act(acknowledged as number, 'acknowledge');
  for (let times = 0; times < 4; times++) {
    await passMinutes(15);
    await due();
  }
  expect((await notificationsOf(alarm as number)).map(({ cause }) => cause)).toEqual(['raised', 'repeat', 'repeat']);
  expect((await notificationsOf(acknowledged as number)).map(({ cause }) => cause)).toEqual(['raised']);
});

describe('a storm', () => {
  const raiseOneByOne = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await raise();
      await due();
    }
  };

  test('of more than 20 messages in five minutes becomes one message each minute, the most severe first', async () => {
    await create({});
    await raiseOneByOne(22);
    expect(await mails()).toHaveLength(20);
    const last = await raise('problem');
    await due();
    expect(await notificationsOf(last)).toMatchObject([{ state: 'held', reason: 'storm' }]);
    await app.kit.pool.query("UPDATE alarm_notification SET decided_at = decided_at - interval '1 minute'");
    await endHolding();
    await due();
    const all = await mails();
    expect(all).toHaveLength(21);
    expect(all.at(-1)?.subject).toBe('3 new alarms');
    expect(all.at(-1)?.text).toMatch(/^Critical/);
  });

  test('ends when fewer messages were sent in the last five minutes', async () => {
    await create({});
    await raiseOneByOne(20);
    await app.kit.pool.query("UPDATE alarm_notification SET decided_at = decided_at - interval '5 minutes'");
    await raiseOneByOne(2);
    expect(await mails()).toHaveLength(22);
  });
});

test('a person gets at most 30 text messages in an hour', async () => {
  await setSmsUnits(app, 'customer@rasid.test', 100);
  await app.kit.pool.query('UPDATE users SET phone_verified = true WHERE id = $1', [people.customer]);
  await create({ users: [people.customer], notifications: { operational: { sms: ['level-high'] } } });
  for (let n = 0; n < 31; n++) {
    await raise();
    await due();
    // No storm: the messages are six minutes old.
    if (n === 15)
      await app.kit.pool.query("UPDATE alarm_notification SET decided_at = decided_at - interval '6 minutes'");
  }
  expect((await app.kit.pool.query('SELECT FROM sms_outbox')).rowCount).toBe(30);
  const skipped = await app.kit.pool.query("SELECT reason FROM alarm_notification WHERE state = 'skipped'");
  expect(skipped.rows).toEqual([{ reason: 'sms-limit' }]);
});
