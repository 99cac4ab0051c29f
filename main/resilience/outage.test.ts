import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresHome, postgresHome } from '#platform/server/postgres/postgres-home.ts';
import { launch, postmasterOf, shutDown } from '#platform/server/postgres/postmaster.ts';
import { removePrivatePostgres, startPrivatePostgres } from '#platform/server/postgres/private-postgres.ts';
import { databaseAddress } from '#platform/server/postgres/private-roles.ts';
import { openKit } from '../compose.ts';
import { loadDemo } from '../load-demo.ts';
import { eventually } from '../testing/test-device.ts';
import {
  acknowledgedOf,
  countNotStoredOnce,
  devicesWithSecrets,
  RetryingDevice,
  spawnServer,
  startServer,
  type TestServer,
} from '../testing/test-servers.ts';

/** `npm run drill` runs ten rounds with longer outages. A test run has one round of each kind. */
const isDrill = process.env.DRILL === '1';
const backWithinMs = 15_000;
const outageMs = isDrill ? 10_000 : 2000;

const folder = mkdtempSync(join(tmpdir(), 'rasid-outage-'));
// A small file system that can be filled safely. Only root can mount one.
const disk = join(folder, 'disk');
// The user that runs PostgreSQL for root needs access to the folder.
chmodSync(folder, 0o711);
mkdirSync(disk);
const hasDisk = isDrill && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1200m', 'tmpfs', disk]).status === 0;
const dataDir = join(disk, 'data');

let home: PostgresHome;
let server: TestServer | undefined;
let devices: RetryingDevice[] = [];

beforeAll(async () => {
  const postgres = await startPrivatePostgres({ dataDir, log: { info() {} } });
  const { kit, close } = await openKit({
    databaseUrl: postgres.url,
    roles: [],
    secrets: { signing: new Uint8Array(32).fill(7), sealing: new Uint8Array(32).fill(9) },
    publicUrl: 'http://localhost',
    settings: { host: '127.0.0.1', mqttPort: 0, demo: true, demoHistoryDays: 0 },
    log: pino({ level: 'silent' }),
  });
  await loadDemo(kit);
  await close();
  home = await postgresHome(dataDir);
  await postgres.stop();
});

afterEach(async () => {
  await endServer();
  await shutDown(home.cluster);
});
afterAll(async () => {
  await removePrivatePostgres(dataDir);
  if (hasDisk) spawnSync('umount', [disk]);
  rmSync(folder, { recursive: true, force: true });
});

async function endServer(): Promise<void> {
  await Promise.all(devices.map((device) => device.stop()));
  await server?.kill('SIGTERM');
  devices = [];
  server = undefined;
}

async function withPool<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: databaseAddress(home, 'rasid', 'postgres'), max: 1 });
  pool.on('error', () => undefined);
  return work(pool).finally(() => pool.end());
}

const startPostgres = async () => {
  const runs = launch(home, {});
  await eventually(
    async () =>
      runs() &&
      (await withPool((pool) => pool.query('SELECT 1')).then(
        () => true,
        () => false,
      )),
    (up) => up,
  );
};

const signal = (name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => process.kill(postmasterOf(home.cluster) ?? 0, name);

/** Sends a signal to all processes of PostgreSQL. */
function signalAll(name: 'SIGSTOP' | 'SIGCONT'): void {
  const main = postmasterOf(home.cluster) ?? 0;
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' });
  for (const pid of [main, ...stdout.trim().split(/\s+/).map(Number)]) process.kill(pid, name);
}

async function assertAllStored(): Promise<void> {
  await Promise.all(devices.map((device) => device.stop()));
  expect(acknowledgedOf(devices)).toBeGreaterThan(0);
  expect(await withPool((pool) => countNotStoredOnce(pool, devices, 21))).toBe(0);
}

/** Starts the server with devices that send until they are stopped. */
async function startUnderLoad(env: Record<string, string>): Promise<TestServer> {
  server = await startServer({ DATA_DIR: dataDir, ...env });
  const { mqttPort } = server;
  const devicesToStart = await withPool((pool) => devicesWithSecrets(pool, 8));
  devices = devicesToStart.map(
    (device) => new RetryingDevice(device, [mqttPort], (n) => ({ flow: n % 100, battery: 60 })),
  );
  for (const device of devices) device.start();
  await moreAcknowledged(100);
  return server;
}

async function moreAcknowledged(count: number): Promise<void> {
  const from = acknowledgedOf(devices);
  await eventually(
    async () => acknowledgedOf(devices),
    (now) => now > from + count,
    backWithinMs,
  );
}

/** Expects that the same process becomes ready again and accepts messages. */
async function assertRecovered(server: TestServer): Promise<void> {
  const since = Date.now();
  await eventually(
    () => server.readiness(),
    (now) => now?.status === 200,
    backWithinMs,
  );
  await moreAcknowledged(50);
  expect(Date.now() - since).toBeLessThan(backWithinMs);
}

/** The number of acknowledged messages, after those on their way to the devices have arrived. */
async function settledAcknowledgements(): Promise<number> {
  const before = acknowledgedOf(devices);
  await sleep(500);
  return acknowledgedOf(devices) === before ? before : settledAcknowledgements();
}

const untilUnready = (server: TestServer) =>
  eventually(
    () => server.readiness(),
    (now) => now?.status === 503,
    backWithinMs,
  );

const rounds = (short: number) => Array.from({ length: isDrill ? 10 : short }, (_, i) => i);

describe('an external PostgreSQL', () => {
  test('stops and starts under load: the server reports that it waits, loses no acknowledged message and recovers', async () => {
    await startPostgres();
    const server = await startUnderLoad({ DATABASE_URL: databaseAddress(home, 'rasid', 'rasid') });
    for (const round of rounds(2)) {
      if (round % 2 === 0) await shutDown(home.cluster);
      else signal('SIGKILL');
      const refused = await untilUnready(server);
      expect(refused?.reason).toBe('The database does not answer.');
      const during = await settledAcknowledgements();
      await sleep(outageMs);
      expect(acknowledgedOf(devices)).toBe(during);
      await startPostgres();
      await assertRecovered(server);
    }
    await assertAllStored();
  }, 400_000);

  test('may be down when the server starts: the server reports that it waits and serves once the database is up', async () => {
    server = await spawnServer({ DATA_DIR: dataDir, DATABASE_URL: databaseAddress(home, 'rasid', 'rasid') });
    const starting = server;
    const waiting = await eventually(
      () => starting.readiness(),
      (now) => now?.status === 503 && now.reason !== 'The server is starting.',
      60_000,
    );
    expect(waiting?.reason).toMatch(/^The database of DATABASE_URL cannot be used: connect /);
    await startPostgres();
    await starting.ready;
    expect(await starting.readiness()).toMatchObject({ status: 200 });
  });
});

test('a device whose client gives up when it is refused continues by itself after an outage of the database', async () => {
  await startPostgres();
  const running = await startServer({ DATA_DIR: dataDir, DATABASE_URL: databaseAddress(home, 'rasid', 'rasid') });
  server = running;
  const [device] = await withPool((pool) => devicesWithSecrets(pool, 8));
  const { name: username, secret: password } = device as { name: string; secret: string };
  // The settings of the library are its defaults.
  const client = mqtt.connect({ host: '127.0.0.1', port: running.mqttPort, username, password });
  client.on('error', () => undefined);
  try {
    await new Promise<void>((resolve) => client.once('connect', () => resolve()));
    await shutDown(home.cluster);
    client.reconnect();
    const attempts: number[] = [];
    client.on('reconnect', () => attempts.push(Date.now()));
    await eventually(
      async () => attempts.length,
      (count) => count >= 2,
      backWithinMs,
    );
    const refused = await fetch(`http://127.0.0.1:${running.port}/api/v1/telemetry`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      },
      body: '{"battery":60}',
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(client.connected).toBe(false);
    await startPostgres();
    await eventually(
      async () => client.connected,
      (connected) => connected,
      backWithinMs,
    );
    await client.publishAsync('v1/devices/me/telemetry', '{"battery":61}', { qos: 1 });
  } finally {
    await client.endAsync(true);
  }
});

describe('the private PostgreSQL', () => {
  test('is killed or suspended under load: the server restarts it or waits for it and loses no acknowledged message', async () => {
    const server = await startUnderLoad({});
    for (const round of rounds(2)) {
      const before = postmasterOf(home.cluster);
      if (round % 2 === 0) {
        signal('SIGKILL');
        await eventually(
          async () => postmasterOf(home.cluster),
          (now) => now !== undefined && now !== before,
        );
      } else {
        signalAll('SIGSTOP');
        expect((await untilUnready(server))?.reason).toBe('The database does not answer.');
        await sleep(outageMs);
        signalAll('SIGCONT');
      }
      await assertRecovered(server);
    }
    await assertAllStored();
  }, 400_000);

  // The test needs a separate file system, which only root can mount.
  test.runIf(hasDisk)(
    'runs out of disk space: the server reports it and recovers when space is freed',
    async () => {
      const server = await startUnderLoad({});
      for (const _ of rounds(1)) {
        const ballast = join(disk, 'ballast');
        spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M']);
        const refused = await untilUnready(server);
        expect(refused?.reason).toMatch(/disk|No space left/);
        // PostgreSQL stops because it cannot create a new segment of the write-ahead log.
        await withPool((pool) => pool.query('SELECT pg_switch_wal()')).catch(() => undefined);
        await sleep(outageMs);
        rmSync(ballast);
        await assertRecovered(server);
      }
      await Promise.all(devices.map((device) => device.stop()));
      expect(await withPool((pool) => countNotStoredOnce(pool, devices, 21))).toBe(0);
      await endServer();
    },
    400_000,
  );
});
