import { expect, test } from 'vitest';
import {
  addRule,
  alarmsOf,
  kindsOf,
  tankWith,
  timersOf,
  untilNoTimers,
  untilRulesRefreshed,
} from '#main/testing/rules/timed-rules.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { app, customer, withTank } from '#main/testing/test-tank.ts';

withTank();

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
