import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { inSystem } from '#platform/server/database.ts';
import { addReadings, dailyValue } from './add-readings.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('history follows the daily curve that virtual devices go on with', async () => {
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
