import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './test-device.ts';
import { devicesWithSecrets, freePort, StubbornDevice, startServer, type TestServer } from './test-servers.ts';
import { demoDatabase } from './testing.ts';

let database: { url: string; drop(): Promise<void> };
let pool: pg.Pool;
const folder = mkdtempSync(join(tmpdir(), 'rasid-kill-'));

beforeAll(async () => {
  database = await demoDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  // Dropping the database ends connections that the pool is still closing.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('the server is killed under load and started again: every acknowledged message is in the database once', async () => {
  const port = await freePort();
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, MQTT_PORT: String(port) };
  let server: TestServer = await startServer(env);
  const devices = (await devicesWithSecrets(pool, 8)).map(
    (device) => new StubbornDevice(device, [port], (n) => ({ flow: n % 100, battery: 50 + (n % 40) })),
  );
  expect(devices.length).toBeGreaterThan(5);
  for (const device of devices) device.start();
  const total = () => devices.reduce((sum, device) => sum + device.acknowledged.length, 0);
  for (const more of [500, 1500]) {
    const from = total();
    await eventually(
      async () => total(),
      (now) => now > from + more,
    );
    await server.kill('SIGKILL');
    server = await startServer(env);
  }
  const from = total();
  await eventually(
    async () => total(),
    (now) => now > from + 500,
  );
  await Promise.all(devices.map((device) => device.stop()));
  for (const device of devices) {
    const stored = await pool.query<{ time: string; n: number }>(
      'SELECT (extract(epoch FROM time) * 1000)::bigint AS time, count(*)::integer AS n FROM reading WHERE device_id = $1 AND sensor_id = 21 AND time = ANY ($2::timestamptz[]) GROUP BY 1',
      [device.id, device.acknowledged.map((time) => new Date(time).toISOString())],
    );
    expect(stored.rows.length).toBe(device.acknowledged.length);
    expect(stored.rows.every((row) => row.n === 1)).toBe(true);
  }
  await server.kill('SIGTERM');
}, 60_000);
