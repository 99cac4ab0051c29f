import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AlarmNotification } from '#core/alarms/common/alarm-notification.ts';
import { raiseSample, readAllSites } from '#main/testing/test-alarms.ts';
import { startReceiver } from '#main/testing/test-receiver.ts';
import { setSmsUnits } from '#main/testing/test-sms.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';
import type { PreviewedNotification } from '../../common/notification-group.ts';
import { notifyDue } from './notify.ts';

let app: Rasid;
let customer: TestPerson;
let people: Record<string, number>;
const path = '/sample/notifications-group';
const always = {
  week: weekdays.map((name) => ({ name, periods: [{ start: '00:00', end: '23:59' }] })),
  exempt: 'problem',
};

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const users = await app.kit.pool.query("SELECT id, split_part(email, '@', 1) AS name FROM users");
  people = Object.fromEntries(users.rows.map((row) => [row.name, row.id]));
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['notification_group', 'alarm_notification']) await app.kit.pool.query(`DELETE FROM ${table}`);
  await readAllSites(app);
});

const everyKind = (methods: string[]) => ({
  operational: Object.fromEntries(methods.map((method) => [method, ['level-high']])),
});
const create = async (body: object): Promise<number> =>
  (await customer.call('POST', path, { body: { name: 'Group', resources: ['*'], users: [people.viewer], ...body } }))
    .body.data.id;
const ask = (body: object = {}, person = customer) =>
  person.call('POST', `${path}/preview`, {
    body: {
      userId: people.viewer,
      type: 'operational',
      kind: 'level-high',
      severity: 'poor',
      structureId: null,
      ...body,
    },
  });
const preview = async (body?: object): Promise<PreviewedNotification[]> => (await ask(body)).body.data;
const brief = (rows: readonly Pick<PreviewedNotification, 'method' | 'state' | 'reason'>[]) =>
  Object.fromEntries(rows.map(({ method, state, reason }) => [method, reason ?? state]));

test('a preview shows the outcome of a notification by method, without writing', async () => {
  await create({ notifications: everyKind(['in-app', 'email', 'sms', 'push']), lowest: { email: 'problem' } });
  const state = async () =>
    (
      await app.kit.pool.query(
        'SELECT (SELECT count(*) FROM alarm) AS alarms, (SELECT count(*) FROM alarm_notification) AS notifications, (SELECT count(*) FROM mail_outbox) AS mails',
      )
    ).rows;
  const before = await state();
  expect(brief(await preview())).toEqual({
    'in-app': 'sent',
    email: 'below-severity',
    sms: 'no-verified-phone',
    push: 'no-device',
  });
  expect(brief(await preview({ severity: 'problem' }))).toMatchObject({ email: 'sent' });
  expect(brief(await preview({ userId: people.operator }))).toEqual({
    'in-app': 'not-chosen',
    email: 'not-chosen',
    sms: 'not-chosen',
    push: 'not-chosen',
  });
  expect(await state()).toEqual(before);
});

test('a preview shows until when quiet hours hold a notification', async () => {
  await create({ notifications: everyKind(['email']), quiet: always });
  const mail = (await preview()).find(({ method }) => method === 'email');
  expect(mail).toMatchObject({ state: 'held', reason: 'quiet-hours', group: { name: 'Group' } });
  expect(Date.parse(mail?.dueAt ?? '')).toBeGreaterThan(Date.now());
});

test('a preview requires the ability on the site', async () => {
  await create({ notifications: everyKind(['email']) });
  const { rows } = await app.kit.pool.query(
    "SELECT s.id FROM structure s JOIN users u ON u.company_id = s.company_id WHERE u.email = 'customer@rasid.test' ORDER BY s.id LIMIT 1",
  );
  const onSite = { structureId: rows[0].id };
  expect(brief(await preview(onSite))).toMatchObject({ email: 'sent' });
  await app.kit.pool.query('DELETE FROM permission_group_resource');
  expect(brief(await preview(onSite))).toMatchObject({ email: 'no-permission' });
});

test('a preview shows the webhooks of the groups', async () => {
  const receiver = await startReceiver();
  const group = await create({ notifications: everyKind(['webhook']) });
  expect((await preview()).at(-1)).toMatchObject({ method: 'webhook', state: 'skipped', reason: 'webhook-off' });
  await customer.call('PUT', `${path}/${group}/webhook`, { body: { url: receiver.url, enabled: true } });
  expect((await preview()).at(-1)).toMatchObject({ method: 'webhook', state: 'sent', group: { id: group } });
  await receiver.close();
  expect(receiver.received).toEqual([]);
});

test('a preview decides as the sender does', async () => {
  for (const settings of [
    {},
    { quiet: always },
    { lowest: { email: 'problem', 'in-app': 'ok' } },
    { users: [people.operator] },
  ]) {
    await app.kit.pool.query('DELETE FROM notification_group');
    await create({ notifications: everyKind(['in-app', 'email', 'sms', 'push']), ...settings });
    const supposed = brief((await preview()).filter(({ reason }) => reason !== 'not-chosen'));
    const alarm = await raiseSample(app, { userId: people.customer as number, severity: 'poor' });
    await notifyDue(app.kit);
    const rows: AlarmNotification[] = (await customer.call('GET', `/sample/alarm/operational/${alarm}/notification`))
      .body.data;
    expect(supposed).toEqual(brief(rows.filter(({ person }) => person?.id === people.viewer)));
  }
});

test('a preview shows that the company has no SMS units left', async () => {
  await app.kit.pool.query('DELETE FROM notification_group');
  await app.kit.pool.query("UPDATE users SET phone = '+971505550177', phone_verified = true WHERE id = $1", [
    people.viewer,
  ]);
  await create({ notifications: everyKind(['sms']) });
  await setSmsUnits(app, 'customer@rasid.test', 0);
  expect(brief(await preview())).toMatchObject({ sms: 'no-sms-units' });
  await setSmsUnits(app, 'customer@rasid.test', 1);
  expect(brief(await preview())).toMatchObject({ sms: 'sent' });
  await app.kit.pool.query('UPDATE users SET phone = NULL, phone_verified = false WHERE id = $1', [people.viewer]);
});

test('a preview accepts only people and sites of the company, and kinds of the app', async () => {
  expect((await ask({ userId: people.other })).status).toBe(418);
  expect((await ask({ kind: 'nothing' })).status).toBe(418);
  const { rows } = await app.kit.pool.query(
    "SELECT s.id FROM structure s JOIN users u ON u.company_id = s.company_id WHERE u.email = 'other@rasid.test' LIMIT 1",
  );
  expect((await ask({ structureId: rows[0].id })).status).toBe(418);
});

test('a preview reveals nothing about sites that the caller may not see', async () => {
  const [seen, hidden] = (
    await app.kit.pool.query(
      `SELECT id FROM structure WHERE company_id = (SELECT company_id FROM users WHERE id = $1) ORDER BY id LIMIT 2`,
      [people.operator],
    )
  ).rows.map(({ id }) => id);
  await app.kit.pool.query('DELETE FROM permission_group');
  await customer.call('POST', '/sample/permissions-group', {
    body: {
      name: 'Of one site',
      users: [people.operator],
      resources: [seen],
      permissions: { 'notifications-group': ['read'], device: ['read'] },
    },
  });
  const operator = await app.signIn('operator@rasid.test');
  expect((await ask({ structureId: seen }, operator)).status).toBe(200);
  const { status, body } = await ask({ structureId: hidden }, operator);
  expect([status, body.errors[0].param]).toEqual([418, 'structureId']);
});
