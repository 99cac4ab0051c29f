import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { takeDueDevices } from './segment-rows.ts';

let app: Rasid;
let devices: number[];
beforeAll(async () => {
  app = await rasid();
  const { rows } = await app.kit.pool.query('SELECT id FROM device ORDER BY id LIMIT 7');
  devices = rows.map(({ id }) => id as number);
});
afterAll(() => app.close());

/** Devices that are taken at once when each has `count` new positions. */
async function takenWith(count: number): Promise<number[]> {
  for (const table of ['device_position', 'track_due']) await app.kit.pool.query(`DELETE FROM ${table}`);
  await app.kit.pool.query(
    `INSERT INTO device_position (device_id, time, lat, lng, accuracy, source, flags)
     SELECT d, timestamptz '2026-01-10' + n * interval '1 second', 25, 55, 5, 0, 0 FROM unnest($1::integer[]) d, generate_series(1, $2) n`,
    [devices, count],
  );
  await app.kit.pool.query(
    `INSERT INTO track_due (device_id, due_from) SELECT d, timestamptz '2026-01-10' FROM unnest($1::integer[]) d`,
    [devices],
  );
  return (await inSystem(app.kit.db, (tx) => takeDueDevices(tx, 0))).map(({ device }) => device);
}

test('devices with few new positions are taken together, those with many a few at a time, so that messages do not wait', async () => {
  expect((await takenWith(3)).sort((a, b) => a - b)).toEqual(devices);
  const first = await takenWith(1000);
  expect(first).toHaveLength(5);
  const second = await inSystem(app.kit.db, (tx) => takeDueDevices(tx, 0));
  expect([...first, ...second.map(({ device }) => device)].sort((a, b) => a - b)).toEqual(devices);
});
