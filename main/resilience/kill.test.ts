import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/test-device.ts';
import {
  acknowledgedOf,
  countNotStoredOnce,
  devicesWithSecrets,
  freePort,
  RetryingDevice,
  spawnServer,
  type TestServer,
} from '../testing/test-servers.ts';
import { demoDatabase } from '../testing.ts';

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
});

test('a duration that ends while the server is killed raises its alarm once, within a second of the restart', async () => {
  await server?.kill('SIGKILL');
  const start = async () => {
    server = await spawnServer({ DATABASE_URL: database.url, DATA_DIR: folder });
    await server.ready;
    return server;
  };
  const running = await start();
  const battery = 1;
  const [device] = (
    await pool.query<{ id: number; rule: number }>(
      `WITH device AS (SELECT id, company_id, app FROM device WHERE state = 'installed' AND has_token ORDER BY id LIMIT 1),
            latest AS (INSERT INTO device_latest (device_id, sensor_id, time, value) SELECT id, $1, now(), 10 FROM device
                       ON CONFLICT (device_id, sensor_id) DO UPDATE SET time = excluded.time, value = excluded.value)
       INSERT INTO alarm_rule (company_id, app, class, kind, names, name, device_id, levels)
       SELECT company_id, app, 'operational', 'custom', '{"en": "Weak", "ar": ""}', 'Weak', id, $2 FROM device RETURNING device_id AS id, id AS rule`,
      [
        battery,
        JSON.stringify([
          {
            severity: 'poor',
            condition: { sensor: 'battery', is: '<', value: 50 },
            trigger: { type: 'duration', seconds: 3 },
          },
        ]),
      ],
    )
  ).rows;
  const timers = async () =>
    (
      await pool.query<{ due: boolean }>('SELECT due_at < now() AS due FROM alarm_timer WHERE rule_id = $1', [
        device?.rule,
      ])
    ).rows;
  await eventually(timers, (rows) => rows.length === 1);
  await running.kill('SIGKILL');
  await eventually(timers, ([timer]) => timer?.due === true);
  await start();
  const raised = async () =>
    (
      await pool.query<{ count: number }>(
        "SELECT a.count FROM alarm a JOIN alarm_event e ON e.alarm_id = a.id AND e.action = 'raised' WHERE a.rule_id = $1",
        [device?.rule],
      )
    ).rows;
  expect(await eventually(raised, (rows) => rows.length > 0, 2000)).toMatchObject([{ count: 1 }]);
  expect(await timers()).toEqual([]);
});
