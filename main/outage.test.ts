import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresHome, postgresHome } from '#platform/server/postgres-home.ts';
import { launch, postmasterOf, shutDown } from '#platform/server/postmaster.ts';
import { removePrivatePostgres, startPrivatePostgres } from '#platform/server/private-postgres.ts';
import { addressOf } from '#platform/server/private-roles.ts';
import { loadDemo, openKit } from './compose.ts';
import { eventually } from './test-device.ts';
import {
  acknowledgedOf,
  devicesWithSecrets,
  notStoredOnce,
  StubbornDevice,
  spawnServer,
  startServer,
  type TestServer,
} from './test-servers.ts';

/** `npm run drill` goes on for ten rounds and with longer outages; every test run does each kind once. */
const isDrill = process.env.DRILL === '1';
const backWithinMs = 15_000;
const outageMs = isDrill ? 10_000 : 2000;

const folder = mkdtempSync(join(tmpdir(), 'rasid-outage-'));
// A disk that can be filled without harm to anybody; only root may make one.
const disk = join(folder, 'disk');
// The user who runs PostgreSQL for root has to get there.
chmodSync(folder, 0o711);
mkdirSync(disk);
const hasDisk = isDrill && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1200m', 'tmpfs', disk]).status === 0;
const dataDir = join(disk, 'data');

let home: PostgresHome;
let server: TestServer | undefined;
let devices: StubbornDevice[] = [];

beforeAll(async () => {
  const postgres = await startPrivatePostgres({ dataDir, log: { info() {} } });
  const { kit, close } = await openKit({
    databaseUrl: postgres.url,
    roles: [],
    secrets: { signing: new Uint8Array(32).fill(7), sealing: new Uint8Array(32).fill(9) },
    publicUrl: 'http://localhost',
    settings: { host: '127.0.0.1', mqttPort: 0, demo: true },
    log: pino({ level: 'silent' }),
  });
  await loadDemo(kit);
  await close();
  home = await postgresHome(dataDir);
  await postgres.stop();
}, 120_000);

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

async function queried<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: addressOf(home, 'rasid', 'postgres'), max: 1 });
  pool.on('error', () => undefined);
  return work(pool).finally(() => pool.end());
}

const startOwn = async () => {
  const runs = launch(home, {});
  await eventually(
    async () =>
      runs() &&
      (await queried((pool) => pool.query('SELECT 1')).then(
        () => true,
        () => false,
      )),
    (up) => up,
  );
};

const signal = (name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => process.kill(postmasterOf(home.cluster) ?? 0, name);

/** To PostgreSQL with all of its processes. */
function signalAll(name: 'SIGSTOP' | 'SIGCONT'): void {
  const main = postmasterOf(home.cluster) ?? 0;
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' });
  for (const pid of [main, ...stdout.trim().split(/\s+/).map(Number)]) process.kill(pid, name);
}

async function allStored(): Promise<void> {
  await Promise.all(devices.map((device) => device.stop()));
  expect(acknowledgedOf(devices)).toBeGreaterThan(0);
  expect(await queried((pool) => notStoredOnce(pool, devices, 21))).toBe(0);
}

/** The server under load, with the devices that send until they are stopped. */
async function underLoad(env: Record<string, string>): Promise<TestServer> {
  server = await startServer({ DATA_DIR: dataDir, ...env });
  const { mqttPort } = server;
  const known = await queried((pool) => devicesWithSecrets(pool, 8));
  devices = known.map((device) => new StubbornDevice(device, [mqttPort], (n) => ({ flow: n % 100, battery: 60 })));
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

/** The same process is ready again and takes messages, soon and by itself. */
async function isBack(one: TestServer): Promise<void> {
  const since = Date.now();
  await eventually(
    () => one.readiness(),
    (now) => now?.status === 200,
    backWithinMs,
  );
  await moreAcknowledged(50);
  expect(Date.now() - since).toBeLessThan(backWithinMs);
}

/** How many are acknowledged, once those that were on their way to the devices have arrived. */
async function acknowledgedAtRest(): Promise<number> {
  const before = acknowledgedOf(devices);
  await sleep(500);
  return acknowledgedOf(devices) === before ? before : acknowledgedAtRest();
}

const refusing = (one: TestServer) =>
  eventually(
    () => one.readiness(),
    (now) => now?.status === 503,
    backWithinMs,
  );

const rounds = (short: number) => Array.from({ length: isDrill ? 10 : short }, (_, i) => i);

describe('a PostgreSQL of one’s own', () => {
  test('goes and comes under load: the server says that it waits, loses nothing acknowledged, and goes on by itself', async () => {
    await startOwn();
    const one = await underLoad({ DATABASE_URL: addressOf(home, 'rasid', 'rasid') });
    for (const round of rounds(2)) {
      if (round % 2 === 0) await shutDown(home.cluster);
      else signal('SIGKILL');
      const refused = await refusing(one);
      expect(refused?.reason).toBe('The database does not answer.');
      const during = await acknowledgedAtRest();
      await sleep(outageMs);
      expect(acknowledgedOf(devices)).toBe(during);
      await startOwn();
      await isBack(one);
    }
    await allStored();
  }, 400_000);

  test('may be down when the server starts: it waits, says so, and serves once the database is there', async () => {
    server = await spawnServer({ DATA_DIR: dataDir, DATABASE_URL: addressOf(home, 'rasid', 'rasid') });
    const one = server;
    const waiting = await eventually(
      () => one.readiness(),
      (now) => now?.status === 503 && now.reason !== 'The server is starting.',
      30_000,
    );
    expect(waiting?.reason).toMatch(/^The database of DATABASE_URL cannot be used: connect /);
    await startOwn();
    await one.ready;
    expect(await one.readiness()).toMatchObject({ status: 200 });
  }, 60_000);
});

describe('the private PostgreSQL', () => {
  test('is killed or stands still under load: the server revives it or waits for it, and loses nothing acknowledged', async () => {
    const one = await underLoad({});
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
        expect((await refusing(one))?.reason).toBe('The database does not answer.');
        await sleep(outageMs);
        signalAll('SIGCONT');
      }
      await isBack(one);
    }
    await allStored();
  }, 400_000);

  // Needs a disk of its own, which only root can make: left out for others and in the short run.
  test.runIf(hasDisk)(
    'has no room until somebody makes some: the server says so and goes on by itself',
    async () => {
      const one = await underLoad({});
      for (const _ of rounds(1)) {
        const ballast = join(disk, 'ballast');
        spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M']);
        const refused = await refusing(one);
        expect(refused?.reason).toMatch(/disk|No space left/);
        // A new segment of the write-ahead log cannot be made: PostgreSQL gives up.
        await queried((pool) => pool.query('SELECT pg_switch_wal()')).catch(() => undefined);
        await sleep(outageMs);
        rmSync(ballast);
        await isBack(one);
      }
      await Promise.all(devices.map((device) => device.stop()));
      expect(await queried((pool) => notStoredOnce(pool, devices, 21))).toBe(0);
      await endServer();
    },
    400_000,
  );
});
