import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hour, second, sensor, TestPumps } from '#main/testing/test-pumps.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { doDue } from '#platform/server/due.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { applyReports } from './apply-reports.ts';
import { dueHistories, dueStates } from './due-states.ts';
import { keptStates } from './state-keys.ts';
import type { Report } from './state-machine.ts';

const otherModel = 90101;
let pumps: TestPumps;
beforeAll(async () => {
  pumps = await TestPumps.add(1);
});
afterAll(() => pumps.app.close());
beforeEach(() => pumps.forget());

/** Stores reports and brings the states up to date, in one transaction. */
const apply = (reports: readonly Report[], devices: readonly number[] = [pumps.first], channel = '') => {
  const { app, model, sensorId } = pumps;
  const kept = keptStates(app.kit.apps)
    .get(model)
    ?.find((one) => one.sensorId === sensorId);
  if (!kept) throw new Error('the sample app has no pump with states');
  const sorted = reports.toSorted((a, b) => a.at - b.at);
  return emittingAsSystem(app.kit, app.kit.telemetry.db, async (context) => {
    if (channel === '') await pumps.store(context.tx, reports, devices);
    await applyReports(
      context,
      devices.map((deviceId) => ({ deviceId, sensorId, channel, kept, reports: sorted })),
    );
  });
};

const currentOf = async (column: string) =>
  (await pumps.app.kit.pool.query(`SELECT ${column} AS it FROM state_current WHERE device_id = $1`, [pumps.first]))
    .rows[0].it;

test('a report of the same state leaves the indexed columns of its row', async () => {
  const now = Date.now();
  await apply([sensor(now - 500 * second, 1)]);
  await apply([sensor(now - 400 * second, 1)]);
  await doDue(pumps.app.kit, [dueStates]);
  const before = await currentOf('due_at');
  await apply([sensor(now - 300 * second, 1)]);
  expect(await currentOf('due_at')).toEqual(before);
  expect(Number(await currentOf('extract(epoch FROM last_at) * 1000'))).toBe(now - 300 * second);
});

test('a change brings the next look forward, to when it is confirmed', async () => {
  const now = Date.now();
  await apply([sensor(now - 500 * second, 1)]);
  await apply([sensor(now - 10 * second, 0)]);
  expect(Number(await currentOf('extract(epoch FROM due_at) * 1000'))).toBe(now + 20 * second);
});

test('a state that has lasted longer than readings are kept goes on when a late report comes', async () => {
  const now = Date.now();
  const steady = Array.from({ length: 20 }, (_, n) => sensor(now - (20 - n) * 1000 * second, 1));
  await apply(steady);
  await pumps.app.kit.pool.query(
    'DELETE FROM reading WHERE device_id = $1 AND time < to_timestamp($2::float8 / 1000)',
    [pumps.first, now - 10_500 * second],
  );
  const before = await pumps.shown();
  await apply([sensor(now - 5500 * second, 1)]);
  expect(await pumps.shown()).toEqual(before);
  await apply([sensor(now - 4500 * second, 0)]);
  expect((await pumps.shown()).slice(0, 2)).toEqual([
    [now - 20_000 * second, now - 4500 * second, 1, 'bounded'],
    [now - 4500 * second, now - 4000 * second, 0, 'measured'],
  ]);
});

test('a late report reads a steady state from its last report before, and not from its beginning', async () => {
  const start = Date.now() - 80 * 600 * second;
  await apply(Array.from({ length: 80 }, (_, n) => sensor(start + n * 600 * second, 1)));
  const before = await pumps.shown();
  // Nobody has reported this to the states: they would be others if it was read.
  await inSystem(pumps.app.kit.db, (tx) =>
    pumps.store(tx, [sensor(start + 1000 * second, 0), sensor(start + 1100 * second, 0)], [pumps.first]),
  );
  await apply([sensor(start + 70.5 * 600 * second, 1)]);
  expect(await pumps.shown()).toEqual(before);
});

test('an end that was known stays when its readings are gone and the sensor has been silent since', async () => {
  const now = Date.now();
  await apply([sensor(now - 20 * hour, 1), sensor(now - 19.5 * hour, 1)]);
  await doDue(pumps.app.kit, [dueStates]);
  await pumps.app.kit.pool.query('DELETE FROM reading WHERE device_id = $1', [pumps.first]);
  await apply([sensor(now - 10 * hour, 0)]);
  expect((await pumps.shown()).slice(0, 2)).toEqual([
    [now - 20 * hour, now - 18.5 * hour, 1, 'bounded'],
    [now - 18.5 * hour, now - 10 * hour, null, 'measured'],
  ]);
});

test('a sensor whose states are not kept any more is known until its last report', async () => {
  const now = Date.now();
  await apply([sensor(now - 1000 * second, 1), sensor(now - 500 * second, 1)]);
  const become = (model: number) =>
    pumps.app.kit.pool.query('UPDATE device SET hardware_id = $2 WHERE id = $1', [pumps.first, model]);
  await pumps.app.kit.pool.query('UPDATE state_current SET due_at = now() WHERE device_id = $1', [pumps.first]);
  await become(otherModel);
  await doDue(pumps.app.kit, [dueStates]).finally(() => become(pumps.model));
  expect(await pumps.shown()).toEqual([
    [now - 1000 * second, now - 500 * second, 1, 'bounded'],
    [now - 500 * second, null, null, 'measured'],
  ]);
  expect(await currentOf('due_at')).toBeNull();
});

test('readings from before a model had states are made into states by the worker, not with a message', async () => {
  const now = Date.now();
  const old = [sensor(now - 900 * second, 0), sensor(now - 600 * second, 1), sensor(now - 300 * second, 1)];
  await inSystem(pumps.app.kit.db, (tx) => pumps.store(tx, old, [pumps.first]));
  await apply([sensor(now - 100 * second, 0), sensor(now - 50 * second, 0)]);
  expect(await pumps.shown()).toEqual([]);
  await doDue(pumps.app.kit, [dueHistories]);
  expect(await pumps.shown()).toEqual([
    [now - 900 * second, now - 600 * second, 0, 'bounded'],
    [now - 600 * second, now - 100 * second, 1, 'measured'],
    [now - 100 * second, null, 0, 'measured'],
  ]);
});
/** Does something by another clock. */
const by = (time: number, work: () => Promise<void>) => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(time);
  return work().finally(() => clock.mockRestore());
};
const look = () => doDue(pumps.app.kit, [dueStates]);

test('a worker whose clock is behind that of the database does what this one has found', async () => {
  const now = Date.now();
  await by(now - 34 * second, () =>
    apply([sensor(now - 200 * second, 0), sensor(now - 100 * second, 0), sensor(now - 35 * second, 1)]),
  );
  expect((await pumps.shown()).at(-1)).toEqual([now - 200 * second, null, 0, 'bounded']);
  await by(now - 20 * second, look);
  expect((await pumps.shown()).at(-1)).toEqual([now - 35 * second, null, 1, 'measured']);
});

test('a report that the worker has overtaken takes its change back', async () => {
  const now = Date.now();
  await by(now - 34 * second, () => apply([sensor(now - 200 * second, 0), sensor(now - 35 * second, 1)]));
  await look();
  expect((await pumps.shown()).at(-1)).toEqual([now - 35 * second, null, 1, 'measured']);
  await apply([sensor(now - 30 * second, 0)]);
  expect(await pumps.shown()).toEqual([[now - 200 * second, null, 0, 'bounded']]);
});

test('what a channel reports after the worker has overtaken it counts from then on, and older values do not', async () => {
  const now = Date.now();
  const ofA = (...reports: Report[]) => apply(reports, [pumps.first], 'A');
  const shown = () => pumps.shown(pumps.first, 'A');
  await by(now - 3 * hour, () => ofA(sensor(now - 3 * hour, 1)));
  await look();
  const silent = now - 2 * hour;
  await ofA(sensor(silent - 60 * second, 0));
  await look();
  const expected = [
    [now - 3 * hour, silent, 1, 'bounded'],
    // It counts from the silence on, and holds for an hour.
    [silent, silent + hour, 0, 'bounded'],
    [silent + hour, null, null, 'measured'],
  ];
  expect(await shown()).toEqual(expected);
  await ofA(sensor(silent - 60 * second, 1), sensor(silent - 90 * second, 1));
  expect(await shown()).toEqual(expected);
});
