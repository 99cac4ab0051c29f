import { expect, test } from 'vitest';
import { endParty, moveDesk } from '#core/alarms/server/api.ts';
import {
  allDay,
  clocks,
  due,
  emails,
  group,
  mails,
  notificationsFor,
  raise,
  recipients,
  rooms,
  step,
  withPartyGroups,
} from '#main/testing/alarms/party-groups.ts';
import {
  act,
  app,
  asSystem,
  companies,
  device,
  hiddenName,
  hq,
  monitor,
  owner,
  people,
  site,
} from '#main/testing/test-alarms.ts';
import { setSmsUnits, smsUnitsOf } from '#main/testing/test-sms.ts';
import { notifyDue } from './notify.ts';

withPartyGroups();

test('each company is notified by its own groups, and held by its own quiet hours', async () => {
  await Promise.all([group('owner'), group('monitor', { quiet: { week: allDay, exempt: 'problem' } }), group('hq')]);
  const id = await raise();
  await notifyDue(app.kit);
  expect(await recipients()).toEqual([emails.owner, emails.hq].sort());
  expect(await notificationsFor(monitor, id)).toMatchObject([{ state: 'held', reason: 'quiet-hours' }]);
  expect(await notificationsFor(hq, id)).toMatchObject([{ state: 'sent', person: { id: people.hq } }]);
  expect(await notificationsFor(owner, id)).toMatchObject([{ state: 'sent', person: { id: people.owner } }]);
});

test('only parties are notified, by their groups of all sites or of their own', async () => {
  await group('owner', { resource: '999999' });
  await group('hq', { resource: String(site.id) });
  const { rows } = await app.kit.pool.query("SELECT company_id FROM users WHERE email = 'newcomer@rasid.test'");
  await app.kit.pool.query(
    `INSERT INTO notification_group (company_id, app_id, name, notifications) VALUES ($1, 'rooms', 'Group', '{"access": {"webhook": ["forced-door"]}}')`,
    [rows[0].company_id],
  );
  await raise();
  expect((await app.kit.pool.query('SELECT FROM alarm_notification')).rowCount).toBe(0);
});

test('mails, pushes, text messages and webhooks tell a party nothing of the owner', async () => {
  await group('owner');
  const own = await group('hq', { methods: ['email', 'in-app', 'webhook'] });
  await app.kit.pool.query(
    `INSERT INTO notification_group_webhook (subject_id, company_id, url, sealed) VALUES ($1, $2, 'https://hq.test', '')`,
    [own, companies.hq],
  );
  const id = await raise();
  await notifyDue(app.kit);
  const mail = (await mails()).find(({ recipient }) => recipient === emails.hq);
  expect(mail?.subject).toContain(`Room ${rooms}`);
  expect(mail?.subject).toContain('Branch 7');
  const calls = await app.kit.pool.query('SELECT body, company_id FROM notification_group_webhook_delivery');
  expect(calls.rows.map(({ company_id }) => company_id)).toEqual([companies.hq]);
  expect(JSON.parse(calls.rows[0].body).data.alarm).toMatchObject({
    id,
    subject: `Room ${rooms}`,
    device: null,
    site: { id: null, name: 'Branch 7' },
  });
  const messages = (await hq.call('GET', '/alarm/message')).body.data;
  expect(messages).toMatchObject([{ alarms: [{ id }] }]);
  expect((await hq.call('GET', '/alarm/unacknowledged/count')).body.data).toMatchObject({ messages: 1 });
  const said = JSON.stringify([mail, calls.rows, messages]);
  for (const hidden of ['Hidden', site.name, device.name, `/${site.id}"`]) expect(said).not.toContain(hidden);
  expect((await mails()).find(({ recipient }) => recipient === emails.owner)?.subject).toContain(hiddenName(rooms));
});

test('a text message is paid by the company whose person gets it', async () => {
  await app.kit.pool.query("UPDATE users SET phone = '+971505550199', phone_verified = true WHERE id = $1", [
    people.hq,
  ]);
  await Promise.all([setSmsUnits(app, emails.owner, 10), setSmsUnits(app, emails.hq, 10)]);
  await group('hq', { methods: ['sms'] });
  await raise();
  await notifyDue(app.kit);
  expect(await smsUnitsOf(app, emails.owner)).toBe(10);
  expect(await smsUnitsOf(app, emails.hq)).toBeLessThan(10);
});

test('the clocks are those of the desk alone, and only its acknowledgement stops them', async () => {
  await group('owner', { escalation: [step('owner')] });
  await group('monitor', { escalation: [step('monitor')] });
  const id = await raise('monitor');
  expect(await clocks(id)).toMatchObject([{ company_id: companies.monitor }]);
  await act(owner, id, 'acknowledge');
  expect(await clocks(id)).toHaveLength(1);
  await act(monitor, id, 'acknowledge');
  expect(await clocks(id)).toEqual([]);
});

test('a step that is due asks whether the desk has acknowledged the alarm, not whether the owner has', async () => {
  await group('monitor', { escalation: [step('monitor')], methods: ['in-app'] });
  const [open, seen] = [await raise('monitor'), await raise('monitor')];
  await app.kit.pool.query('UPDATE alarm SET acknowledged_at = now() WHERE id = $1', [open]);
  await app.kit.pool.query('UPDATE alarm_party SET acknowledged_at = now() WHERE alarm_id = $1 AND company_id = $2', [
    seen,
    companies.monitor,
  ]);
  await due();
  await notifyDue(app.kit);
  const escalated = async (id: number) =>
    (await notificationsFor(monitor, id)).filter(({ cause }) => cause === 'escalation').map(({ state }) => state);
  expect([await escalated(open), await escalated(seen)]).toEqual([['sent'], []]);
});

test('an acknowledgement of one company keeps no other from being notified', async () => {
  await Promise.all([group('owner'), group('hq')]);
  const id = await raise();
  await act(hq, id, 'acknowledge');
  await notifyDue(app.kit);
  expect(await recipients()).toEqual([emails.owner]);
});

test('the company to which the desk moves is notified, and its clocks start', async () => {
  await group('owner', { escalation: [step('owner')] });
  await group('monitor', { escalation: [step('monitor')] });
  const id = await raise();
  await act(monitor, id, 'acknowledge');
  await notifyDue(app.kit);
  await app.kit.pool.query('DELETE FROM mail_outbox');
  await app.kit.pool.query("UPDATE alarm_escalation SET due_at = now() + interval '5 seconds'");
  await asSystem((context) => moveDesk(context, id, { to: companies.monitor, reason: 'contract-ended' }));
  expect(await clocks(id)).toEqual([{ company_id: companies.monitor, seconds: 600 }]);
  await notifyDue(app.kit);
  expect(await mails()).toMatchObject([{ recipient: emails.monitor }]);
  expect((await mails())[0]?.subject).toMatch(/أُحيل إليكم/);
});

test('a party that has ended gets no more messages, and the clocks of the owner start', async () => {
  await group('owner', { escalation: [step('owner')] });
  await group('monitor', { escalation: [step('monitor')] });
  const id = await raise('monitor');
  await asSystem((context) => endParty(context, [id], companies.monitor, { reason: 'contract-ended' }));
  expect(await clocks(id)).toMatchObject([{ company_id: companies.owner }]);
  await notifyDue(app.kit);
  expect(new Set(await recipients())).toEqual(new Set([emails.owner]));
  expect(await notificationsFor(monitor, id)).toMatchObject([{ state: 'skipped', reason: 'party-ended' }]);
});

test('a party that has ended does not hear that the condition has cleared', async () => {
  await group('monitor');
  const id = await raise('monitor');
  await notifyDue(app.kit);
  expect(await recipients()).toContain(emails.monitor);
  await app.kit.pool.query('DELETE FROM mail_outbox');
  await asSystem((context) => endParty(context, [id], companies.monitor, { reason: 'quiet', readsOn: false }));
  await app.kit.pool.query("UPDATE alarm SET condition = 'cleared', cleared_at = now() WHERE id = $1", [id]);
  await notifyDue(app.kit);
  expect(await recipients()).not.toContain(emails.monitor);
});

test('a closing action with an event of its own stops the clocks', async () => {
  await group('owner', { escalation: [step('owner')] });
  const id = await raise();
  expect(await clocks(id)).toHaveLength(1);
  await act(owner, id, 'stand-down');
  expect(await clocks(id)).toEqual([]);
});
