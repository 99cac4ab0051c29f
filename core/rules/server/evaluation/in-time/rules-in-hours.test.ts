import { expect, test } from 'vitest';
import {
  addRule,
  kindsOf,
  tankWith,
  timersOf,
  untilNoTimers,
  untilRulesRefreshed,
} from '#main/testing/rules/timed-rules.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { app, customer, withTank } from '#main/testing/test-tank.ts';
import { type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { weekOfShifts } from '#platform/common/time/week-shifts.ts';

withTank();

/** A schedule that is open for two hours from now (UTC), or that many hours later, every day. */
const hours = (later: number): WeekSchedule => {
  const hour = new Date(Date.now() + later * 3_600_000).getUTCHours();
  const clock = (schedule: number) => `${String(schedule % 24).padStart(2, '0')}:00`;
  const shifts = weekdays.map(() => [{ start: clock(hour), end: clock(hour + 2) }]);
  return { timeZone: 'UTC', week: weekOfShifts(shifts), seasons: [], holidays: [] };
};

test('a no-data rule raises alarms within its hours only', async () => {
  const condition = { noDataFrom: null, seconds: 30 };
  const closedTank = await testDevice(app, customer, 'solutionId=901&skip=5');
  const openTank = await testDevice(app, customer, 'solutionId=901&skip=6');
  await addRule(closedTank, 'custom-silent-at-night', { type: 'simple' }, { schedule: hours(12), condition });
  await addRule(openTank, 'custom-silent-by-day', { type: 'simple' }, { schedule: hours(0), condition });
  await untilRulesRefreshed(closedTank);
  await untilRulesRefreshed(openTank);
  await app.kit.pool.query(
    "UPDATE device_state SET last_message_at = now() - interval '40 seconds' WHERE device_id = ANY ($1)",
    [[closedTank.id, openTank.id]],
  );
  await eventually(
    () => kindsOf(openTank),
    (kinds) => kinds.includes('custom-silent-by-day'),
    60_000,
  );
  expect(await kindsOf(closedTank)).not.toContain('custom-silent-at-night');
  await Promise.all([closedTank.end(), openTank.end()]);
});

test('a duration that ends outside the hours of its rule raises no alarm', async () => {
  const tank = await tankWith(1, 'custom-long-by-day', { type: 'duration', seconds: 3600 }, hours(0));
  await tank.publish({ level: 2.5 });
  await app.kit.pool.query("UPDATE alarm_rule SET schedule = $2 WHERE device_id = $1 AND kind = 'custom-long-by-day'", [
    tank.id,
    JSON.stringify(hours(12)),
  ]);
  await app.kit.pool.query('UPDATE alarm_timer SET due_at = now() WHERE device_id = $1', [tank.id]);
  await untilNoTimers(tank);
  expect(await kindsOf(tank)).not.toContain('custom-long-by-day');
  await tank.end();
});

test('a timer is checked against the changed hours of its rule while their recheck is waiting', async () => {
  const tank = await tankWith(2, 'custom-long-by-then', { type: 'duration', seconds: 3600 }, hours(0));
  await tank.publish({ level: 2.5 });
  await eventually(
    async () => (await app.kit.pool.query('SELECT FROM alarm_judgement WHERE due_at <= now()')).rowCount,
    (count) => count === 0,
  );
  const other = await app.kit.pool.connect();
  try {
    await other.query('BEGIN');
    const { rows } = await other.query(
      "UPDATE alarm_rule SET schedule = $2 WHERE device_id = $1 AND kind = 'custom-long-by-then' RETURNING id",
      [tank.id, JSON.stringify(hours(12))],
    );
    const due = "SET due_at = now() + interval '2 seconds' WHERE rule_id = $1";
    await other.query(`UPDATE alarm_judgement ${due}`, [rows[0].id]);
    expect((await other.query(`UPDATE alarm_timer ${due}`, [rows[0].id])).rowCount).toBe(1);
    await other.query('COMMIT');
    await other.query('BEGIN');
    await other.query('SELECT FROM alarm_judgement WHERE rule_id = $1 FOR UPDATE', [rows[0].id]);
    await untilNoTimers(tank);
    expect(await kindsOf(tank)).not.toContain('custom-long-by-then');
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
  await tank.end();
});

/** Adds a rule with a schedule of the company. Resolves to the path of the schedule when workers have read the rule. */
async function ruleBySchedule(
  tank: TestDevice,
  kind: string,
  trigger: object,
  schedule: WeekSchedule,
): Promise<string> {
  const created = await customer.call('POST', '/schedule', { body: { name: kind, ...schedule } });
  await addRule(tank, kind, trigger, { scheduleId: created.body.data.id });
  await untilRulesRefreshed(tank);
  return `/schedule/${created.body.data.id}`;
}

test('a rule follows the new hours of its schedule as soon as they are saved', async () => {
  const tank = await testDevice(app, customer, 'solutionId=901&skip=5');
  const schedule = await ruleBySchedule(tank, 'custom-in-working-hours', { type: 'simple' }, hours(12));
  await tank.publish({ level: 2.5 });
  expect(await kindsOf(tank)).not.toContain('custom-in-working-hours');
  expect((await customer.call('PATCH', schedule, { body: hours(0) })).status).toBe(200);
  await eventually(
    async () => {
      await tank.publish({ level: 2.6 });
      return kindsOf(tank);
    },
    (kinds) => kinds.includes('custom-in-working-hours'),
  );
  await tank.end();
});

test('a duration raises an alarm only if it ends within the hours of the rule’s schedule', async () => {
  const tank = await testDevice(app, customer, 'solutionId=901&skip=6');
  const schedule = await ruleBySchedule(tank, 'custom-long-in-hours', { type: 'duration', seconds: 3600 }, hours(0));
  const end = async () => {
    await app.kit.pool.query('UPDATE alarm_timer SET due_at = now() WHERE device_id = $1', [tank.id]);
    await untilNoTimers(tank);
  };
  await tank.publish({ level: 2.5 });
  await customer.call('PATCH', schedule, { body: hours(12) });
  await end();
  expect(await kindsOf(tank)).not.toContain('custom-long-in-hours');
  await customer.call('PATCH', schedule, { body: hours(0) });
  await eventually(
    async () => {
      await tank.publish({ level: 2.6 });
      return timersOf(tank.id);
    },
    (count) => count === 1,
  );
  await end();
  expect(await kindsOf(tank)).toContain('custom-long-in-hours');
  await tank.end();
});

test('a schedule shows the rules that refer to it, and cannot be deleted', async () => {
  const tank = await testDevice(app, customer, 'solutionId=901&skip=0');
  const schedule = await ruleBySchedule(tank, 'custom-kept', { type: 'simple' }, hours(0));
  const scheduleId = Number(schedule.split('/').at(-1));
  expect((await customer.call('GET', '/schedule/use')).body.data).toContainEqual({ scheduleId, by: 'rules', count: 1 });
  const refused = await customer.call('DELETE', schedule);
  expect([refused.status, refused.body.code, refused.body.word, refused.body.detail]).toEqual([
    409,
    '01110409',
    'schedule-used-by-rules',
    { rules: 1, kinds: ['custom-kept'] },
  ]);
  await app.kit.pool.query("DELETE FROM alarm_rule WHERE kind = 'custom-kept'");
  expect((await customer.call('DELETE', schedule)).status).toBe(204);
  await tank.end();
});
