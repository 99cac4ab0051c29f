import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './test-device.ts';
import {
  acknowledgedOf,
  countNotStoredOnce,
  devicesWithSecrets,
  freePort,
  RetryingDevice,
  spawnServer,
  type TestServer,
} from './test-servers.ts';
import { demoDatabase } from './testing.ts';

let database: { url: string; drop(): Promise<void> };
let pool: pg.Pool;
let server: TestServer | undefined;
let devices: RetryingDevice[] = [];
const folder = mkdtempSync(join(tmpdir(), 'rasid-kill-'));

beforeAll(async () => {
  database = await demoDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  // Dropping the database ends connections that the pool is still closing.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await Promise.all(devices.map((device) => device.stop()));
  await server?.kill('SIGTERM');
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('after the server is killed under load and restarted, every acknowledged message is stored once', async () => {
  const port = await freePort();
  // Assigned before it is ready, so that afterAll also ends a server that starts too slowly.
  const start = async () => {
    server = await spawnServer({ DATABASE_URL: database.url, DATA_DIR: folder, MQTT_PORT: String(port) });
    await server.ready;
    return server;
  };
  let running = await start();
  devices = (await devicesWithSecrets(pool, 8)).map(
    (device) => new RetryingDevice(device, [port], (n) => ({ flow: n % 100, battery: 50 + (n % 40) })),
  );
  expect(devices.length).toBeGreaterThan(5);
  for (const device of devices) device.start();
  const acknowledged = async (count: number) => {
    const from = acknowledgedOf(devices);
    await eventually(
      async () => acknowledgedOf(devices),
      (now) => now > from + count,
    );
  };
  for (const count of [500, 1500]) {
    await acknowledged(count);
    await running.kill('SIGKILL');
    running = await start();
  }
  await acknowledged(500);
  await Promise.all(devices.map((device) => device.stop()));
  expect(await countNotStoredOnce(pool, devices, 21)).toBe(0);
}, 60_000);
