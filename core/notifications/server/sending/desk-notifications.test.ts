import { expect, test } from 'vitest';
import { moveDesk, releaseAlarms, ringAgain } from '#core/alarms/server/api.ts';
import {
  allDay,
  clocks,
  emails,
  group,
  mails,
  notificationsFor,
  raise,
  recipients,
  step,
  withPartyGroups,
} from '#main/testing/alarms/party-groups.ts';
import { act, app, asSystem, companies, monitor, people } from '#main/testing/test-alarms.ts';
import { setSmsUnits } from '#main/testing/test-sms.ts';
import { notifyDue } from './notify.ts';

withPartyGroups();

test('of an alarm for some people only, the others of its owner get no message, and neither does their webhook', async () => {
  const own = await group('owner', { methods: ['email', 'webhook'] });
  await app.kit.pool.query(
    `INSERT INTO notification_group_webhook (subject_id, company_id, url, sealed) VALUES ($1, $2, 'https://owner.test', '')`,
    [own, companies.owner],
  );
  await group('monitor');
  const decided = async (id: number) =>
    (
      await app.kit.pool.query(
        'SELECT method, state, reason FROM alarm_notification WHERE alarm_id = $1 AND company_id = $2 ORDER BY method',
        [id, companies.owner],
      )
    ).rows;
  const hidden = await raise('monitor', { onlyFor: [people.monitor] });
  await notifyDue(app.kit);
  expect(await recipients()).toEqual([emails.monitor]);
  expect(await decided(hidden)).toMatchObject([
    { method: 'email', state: 'skipped', reason: 'confidential' },
    { method: 'webhook', state: 'skipped', reason: 'confidential' },
  ]);
  const shown = await raise('monitor', { onlyFor: [people.owner] });
  await notifyDue(app.kit);
  expect(await decided(shown)).toMatchObject([
    { method: 'email', state: 'sent' },
    { method: 'webhook', state: 'skipped' },
  ]);
});

test('an alarm that nobody has taken rings again whatever is muted, and calls the administrators of the desk alone', async () => {
  const muted = await group('monitor', { quiet: { week: allDay, exempt: 'problem' } });
  await app.kit.pool.query("UPDATE notification_group SET muted_until = now() + interval '1 hour' WHERE id = $1", [
    muted,
  ]);
  await group('owner');
  await setSmsUnits(app, emails.monitor, 5);
  const id = await raise('monitor');
  await notifyDue(app.kit);
  expect(await recipients()).toEqual([emails.owner]);
  expect(await asSystem((context) => ringAgain(context, [id], 'administrators'))).toEqual([id]);
  await notifyDue(app.kit);
  expect(await recipients()).toEqual([emails.owner, emails.monitor].sort());
  expect((await mails()).at(-1)?.subject).toContain('لم يتولَّه أحد بعد');
  const called = (await notificationsFor(monitor, id)).filter(({ method }) => method === 'sms');
  expect(called).toMatchObject([{ cause: 'unanswered', step: 1, person: { id: people.monitor } }]);
  await act(monitor, id, 'acknowledge');
  expect(await asSystem((context) => ringAgain(context, [id], 'all'))).toEqual([]);
});

test('an alarm whose holder does nothing is in the queue again, and its clocks start', async () => {
  await group('monitor', { escalation: [step('monitor')] });
  const id = await raise('monitor');
  await act(monitor, id, 'acknowledge');
  expect(await clocks(id)).toEqual([]);
  expect(await asSystem((context) => releaseAlarms(context, [id], 'contract-ended'))).toEqual([id]);
  expect(await clocks(id)).toMatchObject([{ company_id: companies.monitor }]);
  await notifyDue(app.kit);
  expect((await mails()).at(-1)).toMatchObject({
    recipient: emails.monitor,
    subject: expect.stringContaining('عاد إلى قائمة الانتظار'),
  });
  expect((await monitor.call('GET', `/rooms/api/alarm/${id}`)).body.data).toMatchObject({ acknowledged: false });
  expect((await act(monitor, id, 'acknowledge')).status).toBe(200);
  // That of a company which has not acknowledged it stays where it is.
  await asSystem((context) => moveDesk(context, id, { to: companies.hq, reason: 'contract-ended' }));
  expect(await asSystem((context) => releaseAlarms(context, [id], 'contract-ended'))).toEqual([]);
});
