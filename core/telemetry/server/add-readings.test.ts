import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { addEpisodes, addReadings, dailyValue } from './add-readings.ts';
import { rollUp } from './statistics/rollup.ts';

const hour = 3_600_000;
let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('history follows the daily curve that virtual devices continue', async () => {
  const { rows } = await app.kit.pool.query<{ id: number }>('SELECT id FROM device ORDER BY id LIMIT 1');
  const device = rows[0]?.id ?? 0;
  const curve = { device, sensor: 13, mean: 24, swing: 4, noise: 0, lowest: -50, total: false };
  await inSystem(app.kit.db, (tx) => addReadings(tx, [curve], 3));
  const stored = await app.kit.pool.query<{ at: string; value: number }>(
    'SELECT extract(epoch FROM time) * 1000 AS at, value FROM reading WHERE device_id = $1 AND sensor_id = 13 ORDER BY time',
    [device],
  );
  expect(stored.rows.length).toBeGreaterThan(200);
  const distances = stored.rows.map(({ at, value }) => Math.abs(value - dailyValue(curve, Number(at))));
  expect(Math.max(...distances)).toBeLessThan(0.001);
});

test('the history of a total grows from the value at which it starts', async () => {
  const { rows } = await app.kit.pool.query<{ id: number }>('SELECT id FROM device ORDER BY id LIMIT 1');
  const total = { device: rows[0]?.id ?? 0, mean: 2, swing: 0, noise: 0, lowest: 0, total: true };
  const curves = [
    { ...total, sensor: 23 },
    { ...total, sensor: 71, start: 0 },
  ];
  await inSystem(app.kit.db, (tx) => addReadings(tx, curves, 3));
  const lowest = await app.kit.pool.query(
    'SELECT min(value)::integer AS value FROM reading WHERE device_id = $1 AND sensor_id IN (23, 71) GROUP BY sensor_id ORDER BY sensor_id',
    [total.device],
  );
  expect(lowest.rows).toEqual([{ value: 1002 }, { value: 2 }]);
});

test('a total with months of history grows without a jump, faster in summer, and meets the curve that virtual devices continue', async () => {
  const { rows } = await app.kit.pool.query<{ id: number }>('SELECT id FROM device ORDER BY id OFFSET 1 LIMIT 1');
  const device = rows[0]?.id ?? 0;
  const curve = { device, sensor: 23, mean: 2, swing: 0, noise: 0, lowest: 0, total: true, months: 13, season: 0.4 };
  await inSystem(app.kit.db, (tx) => addReadings(tx, [curve], 30));
  const stored = await app.kit.pool.query<{ at: number; value: number }>(
    'SELECT (extract(epoch FROM time) * 1000)::float8 AS at, value FROM reading WHERE device_id = $1 AND sensor_id = 23 ORDER BY time',
    [device],
  );
  const points = stored.rows;
  const first = new Date(points[0]?.at ?? 0);
  const begins = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 13, 1));
  expect(first.getTime()).toBe(begins.getTime() - 12 * hour);
  const perHour = points.slice(1).map(({ at, value }, n) => {
    const before = points[n] as { at: number; value: number };
    return { month: new Date(at).getUTCMonth(), growth: ((value - before.value) / (at - before.at)) * hour };
  });
  const meanIn = (month: number) => {
    const of = perHour.filter((one) => one.month === month).map(({ growth }) => growth);
    return of.reduce((sum, growth) => sum + growth, 0) / of.length;
  };
  const [july, january] = [6, 0];
  expect(meanIn(july) / meanIn(january)).toBeCloseTo(1.4 / 0.6, 1);
  expect(perHour.at(-1)?.growth).toBeCloseTo(2, 1);
  expect(Math.max(...perHour.map(({ growth }) => growth))).toBeLessThan(2 * (1.4 / 0.6) * 1.01);
  const rolled = await app.kit.pool.query('SELECT rolled_until FROM reading_rollup WHERE device_id = $1', [device]);
  expect(Date.parse(rolled.rows[0].rolled_until)).toBe(first.getTime());
});

test('a dense history has a reading every ten minutes on all days', async () => {
  const { rows } = await app.kit.pool.query<{ id: number }>('SELECT id FROM device ORDER BY id OFFSET 2 LIMIT 1');
  const device = rows[0]?.id ?? 0;
  const curve = { device, mean: 4, swing: 0, noise: 0, lowest: 0, total: false };
  const curves = [
    { ...curve, sensor: 13, dense: true },
    { ...curve, sensor: 14 },
  ];
  await inSystem(app.kit.db, (tx) => addReadings(tx, curves, 5));
  const gaps = await app.kit.pool.query<{ sensor: number; minutes: number }>(
    `SELECT sensor_id AS sensor, max(gap)::integer AS minutes
       FROM (SELECT sensor_id, extract(epoch FROM time - lag(time) OVER (PARTITION BY sensor_id ORDER BY time)) / 60 AS gap FROM reading WHERE device_id = $1) g
      GROUP BY 1 ORDER BY 1`,
    [device],
  );
  expect(gaps.rows).toEqual([
    { sensor: 13, minutes: 10 },
    { sensor: 14, minutes: 60 },
  ]);
});

test('episodes that are added once the hours are summed up are in the sums', async () => {
  const { rows } = await app.kit.pool.query<{ id: number }>('SELECT id FROM device ORDER BY id OFFSET 3 LIMIT 1');
  const device = rows[0]?.id ?? 0;
  const curve = { device, sensor: 13, mean: 4, swing: 0, noise: 0, lowest: 0, total: false };
  await inSystem(app.kit.db, (tx) => addReadings(tx, [curve], 3));
  await rollUp(app.kit);
  const from = new Date(Math.floor(Date.now() / hour) * hour - 60 * hour).toISOString();
  await inSystem(app.kit.db, (tx) => addEpisodes(tx, [{ device, sensor: 13, from, minutes: 30, value: 12 }]));
  await rollUp(app.kit);
  const summed = await app.kit.pool.query(
    'SELECT high > 11 AS warm FROM reading_hour WHERE device_id = $1 AND hour = $2',
    [device, from],
  );
  expect(summed.rows).toEqual([{ warm: true }]);
});
