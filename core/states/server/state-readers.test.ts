import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { hoursOfWeek, spansOn, stateIntervals, staysIn } from './api.ts';

let app: Rasid;
let device: number;
const sensorId = 9005;

beforeAll(async () => {
  app = await rasid();
  device = (await app.kit.pool.query('SELECT min(id) AS id FROM device')).rows[0].id;
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['state_interval', 'state_current'])
    await app.kit.pool.query(`DELETE FROM ${table} WHERE device_id = $1`, [device]);
});

const at = (time: string) => Date.parse(`${time}Z`);
type State = [from: string, value: number | null, quality?: string];

/** States that follow each other; the last one lasts. */
async function hold(states: readonly State[], channel = ''): Promise<void> {
  for (const [n, [from, value, quality = 'measured']] of states.entries()) {
    const next = states[n + 1];
    await (next
      ? app.kit.pool.query(
          'INSERT INTO state_interval (device_id, sensor_id, channel, time, ended_at, value, quality) VALUES ($1, $2, $3, $4, $5, $6, $7)',
          [device, sensorId, channel, `${from}Z`, `${next[0]}Z`, value, quality],
        )
      : app.kit.pool.query(
          'INSERT INTO state_current (device_id, sensor_id, channel, since, value, quality, silent, made) VALUES ($1, $2, $3, $4, $5, $6, false, true)',
          [device, sensorId, channel, `${from}Z`, value, quality],
        ));
  }
}
const period = (from: string, to: string) => ({ devices: [device], sensorId, from: at(from), to: at(to) });
const stays = (from: string, to: string, least = 60) =>
  inSystem(app.kit.db, (tx) => staysIn(tx, period(from, to), least));

test('a stay goes on when a person confirms it, and ends after the period as within it', async () => {
  await hold([
    ['2026-03-01T08:00', 1],
    ['2026-03-01T09:00', 1, 'corrected'],
    ['2026-03-01T10:00', 0],
    ['2026-03-01T23:00', 1],
    ['2026-03-02T03:00', 0],
    ['2026-03-02T04:00', 1],
    ['2026-03-02T05:00', null],
    ['2026-03-02T06:00', 0],
  ]);
  expect(await stays('2026-03-01T00:00', '2026-03-02T00:00')).toEqual({ count: 2, mean: 3 * 3600, median: 3 * 3600 });
  // It began before the period, also if a person confirmed it within.
  expect(await stays('2026-03-01T08:30', '2026-03-01T12:00')).toEqual({ count: 0, mean: null, median: null });
  // The end of a stay is unknown if the sensor fell silent.
  expect(await stays('2026-03-02T00:00', '2026-03-03T00:00')).toEqual({ count: 1, mean: null, median: null });
  expect(await stays('2026-03-01T00:00', '2026-03-03T00:00', 2 * 3600 + 1)).toEqual({
    count: 1,
    mean: 4 * 3600,
    median: 4 * 3600,
  });
});

test('a stay that has not ended counts, and its length does not', async () => {
  await hold([
    ['2026-03-01T08:00', 0],
    ['2026-03-01T09:00', 1],
  ]);
  expect(await stays('2026-03-01T00:00', '2026-03-02T00:00')).toEqual({ count: 1, mean: null, median: null });
});

test('periods that touch share no interval except one that spans both', async () => {
  await hold([
    ['2026-03-01T08:00', 0],
    ['2026-03-02T00:00', 1],
    ['2026-03-02T12:00', 0],
  ]);
  const valuesIn = async (from: string, to: string) =>
    ((await inSystem(app.kit.db, (tx) => stateIntervals(tx, period(from, to)))).get(device) ?? []).map(
      ({ value }) => value,
    );
  expect(await valuesIn('2026-03-01T00:00', '2026-03-02T00:00')).toEqual([0]);
  expect(await valuesIn('2026-03-02T00:00', '2026-03-02T06:00')).toEqual([1]);
  expect(await valuesIn('2026-03-02T06:00', '2026-03-02T12:00')).toEqual([1]);
  expect(await valuesIn('2026-03-02T12:00', '2026-03-03T00:00')).toEqual([0]);
  expect(await valuesIn('2026-02-01T00:00', '2026-03-01T08:00')).toEqual([]);
});

test('a device is on while one of its channels is', async () => {
  await hold(
    [
      ['2026-03-01T08:00', 1],
      ['2026-03-01T12:00', 0],
    ],
    'B',
  );
  await hold(
    [
      ['2026-03-01T09:00', 1],
      ['2026-03-01T10:00', 0],
      ['2026-03-01T11:00', 1],
      ['2026-03-01T13:00', 0],
    ],
    'A',
  );
  const spans = await inSystem(app.kit.db, (tx) => spansOn(tx, period('2026-03-01T08:30', '2026-03-02T00:00')));
  expect(spans.get(device)).toEqual([{ from: at('2026-03-01T08:30'), to: at('2026-03-01T13:00') }]);
});

test('hours of the week are those of the zone, also when its clocks change', async () => {
  // In Berlin, clocks go from 2:00 to 3:00 at 1:00 UTC on Sunday, 29 March 2026, and from 3:00 to 2:00 on
  // Sunday, 26 October 2025.
  await hold([
    ['2026-03-28T22:40', 1],
    ['2026-03-29T02:10', 0],
    ['2026-03-29T02:30', null],
  ]);
  const hours = (from: string, to: string) =>
    inSystem(app.kit.db, (tx) => hoursOfWeek(tx, period(from, to), 'Europe/Berlin'));
  expect(await hours('2026-03-28T22:50', '2026-03-30T00:00')).toEqual([
    { day: 0, hour: 23, onSeconds: 600, knownSeconds: 600 },
    { day: 1, hour: 0, onSeconds: 3600, knownSeconds: 3600 },
    { day: 1, hour: 1, onSeconds: 3600, knownSeconds: 3600 },
    { day: 1, hour: 3, onSeconds: 3600, knownSeconds: 3600 },
    { day: 1, hour: 4, onSeconds: 600, knownSeconds: 1800 },
  ]);
  await hold(
    [
      ['2025-10-25T23:00', 1],
      ['2025-10-26T02:00', 0],
    ],
    'A',
  );
  expect(await hours('2025-10-25T00:00', '2025-10-26T02:00')).toEqual([
    { day: 1, hour: 1, onSeconds: 3600, knownSeconds: 3600 },
    { day: 1, hour: 2, onSeconds: 7200, knownSeconds: 7200 },
  ]);
});
