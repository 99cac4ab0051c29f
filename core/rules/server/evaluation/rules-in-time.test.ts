import { expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { app, customer, type TankAlarm, withTank } from '#main/testing/test-tank.ts';
import { type WeekSchedule, weekdays } from '#platform/common/time/week-schedule.ts';
import { weekOfShifts } from '#platform/common/time/week-shifts.ts';

withTank();

const alarmsOf = async (device: TestDevice): Promise<TankAlarm[]> =>
  (await customer.call('GET', `/sample/alarm/operational?deviceId=${device.id}`)).body.data;
const kindsOf = async (device: TestDevice) => (await alarmsOf(device)).map(({ kind }) => kind);
const timersOf = async (id: number) =>
  (await app.kit.pool.query('SELECT FROM alarm_timer WHERE device_id = $1', [id])).rowCount;
const untilNoTimers = ({ id }: TestDevice) =>
  eventually(
    () => timersOf(id),
    (count) => count === 0,
  );

/** Adds a rule to a tank that no other test uses. Resolves when workers have read the rule. */
async function tankWith(nth: number, kind: string, trigger: object, schedule: object | null = null) {
  const tank = await testDevice(app, customer, `solutionId=901&skip=${nth}`);
  await addRule(tank, kind, trigger, { schedule });
  await untilRulesRefreshed(tank);
  return tank;
}

/** Adds a rule of the device; its condition is a level above 2 unless stated. */
const addRule = (
  tank: TestDevice,
  kind: string,
  trigger: object,
  {
    schedule = null,
    scheduleId = null,
    condition = { sensor: 'level', is: '>', value: 2 },
  }: { schedule?: object | null; scheduleId?: number | null; condition?: object },
) =>
  app.kit.pool.query(
    `INSERT INTO alarm_rule (company_id, app, class, kind, name, device_id, levels, schedule, schedule_id)
     SELECT company_id, app, 'operational', $2, $2, id, $3, $4, $5 FROM device WHERE id = $1`,
    [
      tank.id,
      kind,
      JSON.stringify([{ severity: 'poor', condition, trigger }]),
      schedule && JSON.stringify(schedule),
      scheduleId,
    ],
  );

/** Makes workers read the rules, and waits for the alarm of a probe rule. */
async function untilRulesRefreshed(tank: TestDevice) {
  const probe = `custom-probe-${Math.random()}`;
  await addRule(tank, probe, { type: 'simple' }, { condition: { sensor: 'temperature', is: '>', value: 50 } });
  app.kit.signals.send('rules.changed', {});
  await eventually(
    async () => {
      await tank.publish({ temperature: 80 });
      return kindsOf(tank);
    },
    (kinds) => kinds.includes(probe),
  );
}

const resetState = (tank: TestDevice) => app.kit.signals.send('rule-state.reset', { ids: [tank.id] });
const repeating = { type: 'repeating', times: 3, withinSeconds: 60 };

test('a repeating rule raises its alarm with the third hit after a restart of the worker', async () => {
  const tank = await tankWith(0, 'custom-again-and-again', repeating);
  await tank.publish({ level: 2.5 });
  await tank.publish({ level: 2.6 });
  resetState(tank);
  expect(await kindsOf(tank)).not.toContain('custom-again-and-again');
  await tank.publish({ level: 2.7 });
  expect(await kindsOf(tank)).toContain('custom-again-and-again');
  await tank.end();
});

test('a repeating rule keeps its count when rules change', async () => {
  const tank = await tankWith(1, 'custom-again-and-again', repeating);
  await tank.publish({ level: 2.5 });
  await tank.publish({ level: 2.6 });
  await untilRulesRefreshed(tank);
  expect(await kindsOf(tank)).not.toContain('custom-again-and-again');
  await tank.publish({ level: 2.7 });
  expect(await kindsOf(tank)).toContain('custom-again-and-again');
  await tank.end();
});

test('hits of a closed alarm are not counted again after a restart', async () => {
  const tank = await tankWith(2, 'custom-again-and-again', repeating);
  for (const level of [2.5, 2.6, 2.7]) await tank.publish({ level });
  const alarm = (await alarmsOf(tank)).find(({ kind }) => kind === 'custom-again-and-again');
  await customer.call('POST', `/sample/alarm/operational/${alarm?.id}/terminate`, { body: {} });
  resetState(tank);
  await tank.publish({ level: 2.8 });
  await tank.publish({ level: 2.9 });
  expect(await kindsOf(tank)).not.toContain('custom-again-and-again');
  await tank.end();
});

test('a point that is twice in a batch is one hit of a repeating rule', async () => {
  const tank = await tankWith(3, 'custom-again-and-again', repeating);
  const now = Date.now();
  const append = (ts: number) => app.kit.stream.append(tank.id, { d: tank.id, r: now, t: [ts], s: [9001], v: [2.5] });
  await append(now - 1);
  // A point that is stored already makes the writer compare the whole batch.
  await Promise.all([append(now - 1), append(now), append(now), append(now)]);
  expect(await kindsOf(tank)).not.toContain('custom-again-and-again');
  await append(now + 1);
  expect(await kindsOf(tank)).toContain('custom-again-and-again');
  await tank.end();
});

test('a duration rule of ten seconds raises no alarm for two seconds', async () => {
  const tank = await tankWith(4, 'custom-for-ten-seconds', { type: 'duration', seconds: 10 });
  const timerSeconds = async () =>
    (
      await app.kit.pool.query(
        `SELECT extract(epoch FROM due_at - now()) AS seconds FROM alarm_timer t JOIN alarm_rule r ON r.id = t.rule_id WHERE t.device_id = $1 AND r.kind = 'custom-for-ten-seconds'`,
        [tank.id],
      )
    ).rows.map(({ seconds }) => Number(seconds));
  const minuteAgo = Date.now() - 60_000;
  await tank.publish({ ts: minuteAgo, values: { level: 2.5 } });
  const [seconds = 0] = await timerSeconds();
  expect(seconds).toBeGreaterThan(5);
  await tank.publish({ ts: minuteAgo + 2000, values: { level: 1 } });
  expect(await timerSeconds()).toEqual([]);
  expect(await kindsOf(tank)).not.toContain('custom-for-ten-seconds');
  await tank.publish([10, 15, 20].map((after) => ({ ts: minuteAgo + after * 1000, values: { level: 2.5 } })));
  expect(await kindsOf(tank)).toContain('custom-for-ten-seconds');
  await tank.end();
});

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

test('latest values from a server clock two hours ahead are replaced by the next value', async () => {
  const tank = await tankWith(3, 'custom-high', { type: 'simple' });
  await tank.publish({ level: 1 });
  await app.kit.pool.query(
    "UPDATE device_latest SET time = now() + interval '2 hours' WHERE device_id = $1 AND sensor_id = 9001",
    [tank.id],
  );
  resetState(tank);
  await tank.publish({ level: 2.5 });
  expect(await kindsOf(tank)).toContain('custom-high');
  const { values } = (await customer.call('GET', `/sample/device/${tank.id}`)).body.data;
  expect(values.find((value: { sensor: string }) => value.sensor === 'level').value).toBe(2.5);
  await tank.end();
});

test('a message dated almost five minutes ahead blocks neither the latest value nor the rules', async () => {
  const tank = await tankWith(4, 'custom-high', { type: 'simple' });
  await tank.publish({ ts: Date.now() + 290_000, values: { level: 1 } });
  await tank.publish({ level: 2.5 });
  expect(await kindsOf(tank)).toContain('custom-high');
  const { values } = (await customer.call('GET', `/sample/device/${tank.id}`)).body.data;
  const level = values.find((value: { sensor: string }) => value.sensor === 'level');
  expect(level.value).toBe(2.5);
  expect(Date.parse(level.time)).toBeLessThanOrEqual(Date.now());
  await tank.end();
});

test('a device is stored as offline before the offline event is published', async () => {
  const tank = await tankWith(0, 'unused', { type: 'simple' });
  const read = new Promise<string | undefined>((resolve, reject) => {
    const stop = app.kit.live.subscribe('devices', ({ type, data }) => {
      if (type !== 'offline' || (data as { id: number }).id !== tank.id) return;
      stop();
      app.kit.pool
        .query<{ connection: string }>('SELECT connection FROM device WHERE id = $1', [tank.id])
        .then(({ rows }) => resolve(rows[0]?.connection), reject);
    });
  });
  await app.kit.pool.query("UPDATE device_state SET silent_until = now() - interval '1 second' WHERE device_id = $1", [
    tank.id,
  ]);
  expect(await read).toBe('offline');
  await tank.end();
});

test('a suspended device raises no alarm, neither for its silence nor for a duration that was running', async () => {
  const control = await testDevice(app, customer, 'solutionId=901&skip=5');
  const tank = await tankWith(2, 'custom-for-an-hour', { type: 'duration', seconds: 3600 });
  await tank.publish({ level: 2.5 });
  await control.publish({ level: 1 });
  // Rules are evaluated after the message is acknowledged.
  await eventually(
    () => timersOf(tank.id),
    (count) => count === 1,
  );
  const reason = { body: { reason: 'Sends wrong values' } };
  expect((await customer.call('POST', `/sample/device/${tank.id}/suspend`, reason)).status).toBe(200);
  for (const one of [tank, control])
    await addRule(one, 'custom-silent', { type: 'simple' }, { condition: { noDataFrom: null, seconds: 30 } });
  app.kit.signals.send('rules.changed', {});
  const ids = [tank.id, control.id];
  await app.kit.pool.query('UPDATE alarm_timer SET due_at = now() WHERE device_id = $1', [tank.id]);
  await app.kit.pool.query(
    "UPDATE device_state SET last_message_at = now() - interval '1 minute' WHERE device_id = ANY ($1)",
    [ids],
  );
  await eventually(
    () => kindsOf(control),
    (kinds) => kinds.includes('custom-silent'),
    60_000,
  );
  await untilNoTimers(tank);
  const kinds = await kindsOf(tank);
  expect(kinds).not.toContain('custom-silent');
  expect(kinds).not.toContain('custom-for-an-hour');
  await tank.end();
  await control.end();
});
