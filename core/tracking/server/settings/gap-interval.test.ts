import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAllSegments } from '#main/testing/test-tracker.ts';
import { type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let device: number;
const start = Date.UTC(2026, 0, 10, 6);

beforeAll(async () => {
  app = await rasid();
  const { rows } = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90203, solution_id = 902
      WHERE id = (SELECT min(id) FROM device WHERE app = 'sample' AND solution_id = 901) RETURNING id`,
  );
  device = rows[0].id;
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['device_position', 'track_segment', 'track_progress', 'track_due'])
    await app.kit.pool.query(`DELETE FROM ${table}`);
});

/** The segments of a device with these settings that moves on after 20 minutes without a position. */
async function driveWithPause(settings: Record<string, number>): Promise<string[]> {
  await app.kit.pool.query('UPDATE device SET kept_settings = $2 WHERE id = $1', [device, settings]);
  await app.kit.pool.query(
    `INSERT INTO device_position (device_id, time, lat, lng, accuracy, source, flags)
     SELECT $1, to_timestamp($2::float8 / 1000) + m * interval '1 minute', 25 + m * 1000 / 111195.0, 55, 5, 0, 0
       FROM generate_series(0, 40) m WHERE m <= 10 OR m >= 30`,
    [device, start],
  );
  await app.kit.pool.query('INSERT INTO track_due (device_id, due_from) VALUES ($1, to_timestamp($2::float8 / 1000))', [
    device,
    start,
  ]);
  await makeAllSegments(app);
  const { rows } = await app.kit.pool.query('SELECT kind FROM track_segment WHERE device_id = $1 ORDER BY started_at', [
    device,
  ]);
  return rows.map(({ kind }) => kind);
}

test('a device that reports by its motion has a gap by how often it reports while it moves, not while it is parked', async () => {
  expect(await driveWithPause({ parkedSeconds: 7200 })).toEqual(['trip', 'gap', 'trip']);
});

test('its gaps begin after three of the intervals that its template sets for that', async () => {
  expect(await driveWithPause({ movingSeconds: 600 })).toEqual(['trip']);
});
