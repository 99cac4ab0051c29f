import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/test-device.ts';
import { startNats, type TestNats, withoutNats } from '../testing/test-nats.ts';
import { devicesWithSecrets, RetryingDevice, startServer, type TestServer } from '../testing/test-servers.ts';
import { demoDatabase } from '../testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'rasid-nats-'));
let database: { url: string; drop(): Promise<void> };
let pool: pg.Pool;
let nats: TestNats;
const servers: TestServer[] = [];

beforeAll(async () => {
  nats = await startNats(folder);
  database = await demoDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  // Dropping the database ends connections that the pool is still closing.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  await nats.stop();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const start = async (roles: string) => {
  const server = await startServer({ DATABASE_URL: database.url, NATS_URL: nats.url, DATA_DIR: folder, ROLES: roles });
  servers.push(server);
  return server;
};

test.skipIf(withoutNats)(
  'with one of two gateways and one of two workers killed under load, no acknowledged message is lost and no alarm is raised twice',
  async () => {
    const [gateway, spare, worker] = [
      await start('gateway'),
      await start('gateway'),
      await start('worker'),
      await start('worker'),
    ];
    // The level of every tank is too high most of the time and normal from time to time.
    const devices = (await devicesWithSecrets(pool, 2)).map(
      (device) =>
        new RetryingDevice(device, [gateway.mqttPort, spare.mqttPort], (n) => ({ level: n % 50 === 0 ? 1 : 3.5 })),
    );
    for (const device of devices) device.start();
    const total = () => devices.reduce((sum, device) => sum + device.acknowledged.length, 0);
    const untilAcknowledged = async (count: number) => {
      const from = total();
      await eventually(
        async () => total(),
        (now) => now > from + count,
      );
    };
    await untilAcknowledged(500);
    await Promise.all([gateway.kill('SIGKILL'), worker.kill('SIGKILL')]);
    await untilAcknowledged(1000);
    await Promise.all(devices.map((device) => device.stop()));

    const stored = async () => {
      let count = 0;
      for (const device of devices) {
        const stored = await pool.query<{ n: number }>(
          'SELECT count(*)::integer AS n FROM reading WHERE device_id = $1 AND sensor_id = 11 AND time = ANY ($2::timestamptz[])',
          [device.id, device.acknowledged.map((time) => new Date(time).toISOString())],
        );
        count += stored.rows[0]?.n ?? 0;
      }
      return count;
    };
    expect(await eventually(stored, (count) => count === total(), 60_000)).toBe(total());
    const alarms = await pool.query<{ device_id: number; n: number }>(
      "SELECT device_id, count(*)::integer AS n FROM alarm WHERE kind = 'level-high' GROUP BY 1",
    );
    expect(alarms.rows.map((row) => row.n)).toEqual(devices.map(() => 1));
    const raised = await pool.query<{ n: number }>(
      "SELECT count(*)::integer AS n FROM alarm_event WHERE action = 'raised' AND alarm_id IN (SELECT id FROM alarm WHERE kind = 'level-high')",
    );
    expect(raised.rows[0]?.n).toBe(devices.length);
  },
);
