import { beforeAll, describe, expect, test } from 'vitest';
import { guard, of, panels, watched, withDesk } from '#main/testing/panels/test-desk.ts';
import type { TestPanel } from '#main/testing/panels/test-panels.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { dueDigests } from './arming-digest.ts';
import { dueGroupChecks } from './group-checks.ts';
import { checkGroup } from './group-findings.ts';

const week = (start: string, end: string) => weekdays.map((name) => ({ name, periods: [{ start, end }] }));
const always = { timeZone: 'UTC', seasons: [], holidays: [] };

describe('a group that is open from 8 to 18 with a grace of 15 minutes', () => {
  const hours: WeekSchedule = { ...always, week: week('08:00', '18:00') };
  const at = (clock: string) => Date.parse(`2026-03-04T${clock}:00Z`);
  const check = (state: 'disarmed' | 'armed-away', since: string, now: string) => {
    const { finding, next } = checkGroup({ hours, graceMinutes: 15, state, stateAt: at(since) }, at(now));
    return [finding, next === null ? null : new Date(next).toISOString().slice(11, 16)];
  };

  test('is late once the grace is over, until it is armed or opens again', () => {
    expect(check('disarmed', '08:05', '17:59')).toEqual([null, '18:00']);
    expect(check('disarmed', '08:05', '18:14')).toEqual([null, '18:15']);
    expect(check('disarmed', '08:05', '18:15')).toEqual(['late-to-arm', '08:00']);
    expect(check('armed-away', '18:20', '18:21')).toEqual([null, '08:00']);
  });

  test('was opened outside its hours if that was not shortly before they begin', () => {
    expect(check('disarmed', '22:10', '22:11')).toEqual(['open-outside-schedule', '08:00']);
    expect(check('disarmed', '07:50', '07:51')).toEqual([null, '08:00']);
    expect(check('disarmed', '07:40', '07:41')).toEqual(['open-outside-schedule', '08:00']);
    expect(check('disarmed', '22:10', '22:11')[0]).not.toBe(check('disarmed', '22:10', '09:00')[0]);
  });
});

describe('at a panel', () => {
  withDesk();
  let closed: number;
  let open: number;
  beforeAll(async () => {
    const make = async (name: string, periods: readonly object[]) => {
      const body = { ...always, name, week: weekdays.map((day) => ({ name: day, periods })) };
      return (await panels.customer.call('POST', '/schedule', { body })).body.data.id as number;
    };
    [closed, open] = [await make('Closed', []), await make('Open', [{ start: '00:00', end: '23:59' }])];
  });

  const follow = async (panel: TestPanel, scheduleId: number | null) => {
    const { id, number, modes } = await panels.group(panel);
    const body = { number, modes, name: 'Shop', graceMinutes: 0, scheduleId };
    expect(await panels.done('PUT', `/panel/${panel.id}/group/${id}`, body)).toMatchObject({
      schedule: scheduleId === null ? null : { id: scheduleId },
    });
    await look();
  };
  const look = () => dueDone(panels.app, [dueGroupChecks]);
  const kinds = async (panel: TestPanel) => (await panels.incidents(panel)).map(({ kind }: { kind: string }) => kind);
  const notices = async () =>
    (
      await panels.app.kit.pool.query(
        "WITH new AS (DELETE FROM notice WHERE kind = 'arming' RETURNING title_en, user_id) SELECT n.title_en AS title, u.email FROM new n JOIN users u ON u.id = n.user_id",
      )
    ).rows;

  test('arming late is the customer’s: its people are notified, and it ends when the group is armed', async () => {
    const panel = await watched();
    await panels.signal(panel, Date.now() - 60_000, { code: 'OP', group: 1 });
    await follow(panel, open);
    expect(await kinds(panel)).toEqual([]);
    await notices();
    await panels.app.kit.pool.query(
      "UPDATE defcon_group SET state_at = now() - interval '500 days' WHERE panel_id = $1",
      [panel.id],
    );
    await follow(panel, closed);
    expect(await kinds(panel)).toEqual(['late-to-arm']);
    expect(await notices()).toContainEqual({
      title: expect.stringContaining('Not armed in time'),
      email: 'customer@rasid.test',
    });
    const [late] = await panels.incidents(panel);
    expect(late).toMatchObject({ desk: { role: 'owner', mine: true } });
    expect((await of(guard)('GET', `/alarm/intrusion/${late.id}`)).body.data).toMatchObject({
      actions: expect.not.arrayContaining(['terminate']),
    });
    await panels.signal(panel, Date.now(), { code: 'CL', group: 1, user: 1 });
    await look();
    expect(await kinds(panel)).toEqual([]);
  });

  test('opening outside the hours is on the desk of the security company, and stays for a person', async () => {
    const panel = await watched();
    await panels.signal(panel, Date.now() - 60_000, { code: 'CL', group: 1 });
    await follow(panel, closed);
    expect(await kinds(panel)).toEqual([]);
    await panels.signal(panel, Date.now(), { code: 'OP', group: 1, user: 1 });
    await look();
    const [found] = await panels.incidents(panel);
    expect(found).toMatchObject({ kind: 'open-outside-schedule', condition: 'active', desk: { role: 'monitor' } });
    await follow(panel, null);
    expect(await panels.incidents(panel)).toMatchObject([{ id: found.id, condition: 'cleared' }]);
    const { status, body } = await panels.customer.call('DELETE', `/schedule/${open}`);
    expect([status, body?.word]).toEqual([204, undefined]);
  });

  test('a schedule that a group follows is not deleted', async () => {
    const panel = await panels.add();
    await follow(panel, closed);
    const { status, body } = await panels.customer.call('DELETE', `/schedule/${closed}`);
    expect([status, body.word]).toEqual([409, 'schedule-used-by-groups']);
  });

  test('companies that want it read in one message what was armed and disarmed', async () => {
    const panel = await panels.add();
    const digest = async () => {
      await panels.app.kit.pool.query('UPDATE defcon_arming_digest SET due_at = now()');
      await dueDone(panels.app, [dueDigests]);
      return notices();
    };
    await notices();
    await panels.signal(panel, Date.now(), { code: 'CL', group: 1, user: 1 });
    expect(await digest()).toEqual([]);
    const setting = await panels.done('GET', '/intrusion-setting');
    await panels.done('PUT', '/intrusion-setting', { ...setting, notifyArming: true });
    await panels.signal(panel, Date.now(), { code: 'OP', group: 1, user: 1 });
    await panels.signal(panel, Date.now(), { code: 'CL', group: 1, user: 1 });
    const sent = await digest();
    expect(sent).toContainEqual({ title: 'Armed 1, disarmed 1', email: 'customer@rasid.test' });
    expect(sent).toHaveLength(new Set(sent.map(({ email }: { email: string }) => email)).size);
    expect(await digest()).toEqual([]);
  });
});
