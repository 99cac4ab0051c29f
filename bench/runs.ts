import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { openPool } from '#platform/server/postgres/database.ts';
import { addBenchRules, addCompany, addDevices, addUser, type BenchUser } from './fixtures/fixtures.ts';
import { startLoad } from './load-process.ts';
import type { LoadJob, LoadResult } from './mqtt-load.ts';
import { benchPostgres } from './workplace.ts';

/** The load of a run. */
export type Load = Omit<LoadJob, 'port' | 'devices'>;
type Ports = Record<string, number>;

export const start = async (file: string, ...args: string[]): Promise<[ChildProcess, Ports]> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [ports] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`))),
  ])) as [Ports];
  return [child, ports];
};
export const stop = async (child: ChildProcess) => {
  child.send('stop');
  await once(child, 'exit');
};

/** The resident memory of a server that answers `memory`, in kB. */
export async function memoryKb(server: ChildProcess): Promise<number> {
  server.send('memory');
  const [{ memoryKb: kb }] = (await once(server, 'message')) as [{ memoryKb: number }];
  return kb;
}

export const ratePerSecond = (result: LoadResult) => result.acknowledged / result.seconds;

/** Runs the bare broker on a separate database, so that no run is affected by dead rows or checkpoints of another. */
export async function bareRun(deviceCount: number, load: Load, settings: Record<string, string> = {}): Promise<number> {
  const postgres = await benchPostgres({ settings });
  try {
    const [bare, { port = 0 }] = await start('./peers/bare-broker.ts', postgres.url);
    const devices = Array.from({ length: deviceCount }, (_, i) => ({ name: `bare-${i}`, secret: 'bare' }));
    const result = await startLoad({ ...load, devices, port });
    await stop(bare);
    return ratePerSecond(result);
  } finally {
    await postgres.stop();
  }
}

export type BenchProduct = {
  server: ChildProcess;
  http: number;
  mqtt: number;
  /** The port for alarm panels; 0 unless it has one. */
  sia: number;
  user: BenchUser;
  devices: { id: number; name: string; secret: string }[];
  pool: pg.Pool;
};

/** The app, devices and rules of a run. */
export type Fixture = {
  app: string;
  add(pool: pg.Pool, company: number, count: number): ReturnType<typeof addDevices>;
};
const tanks: Fixture = {
  app: 'swam',
  async add(pool, company, count) {
    const devices = await addDevices(pool, company, count);
    await addBenchRules(pool, company);
    return devices;
  },
};

/** The running product with what was prepared for it. */
export type Prepared<Fixtures> = Omit<BenchProduct, 'user' | 'devices'> & { url: string; fixtures: Fixtures };

/**
 * Runs the product on a separate database that `prepare` has filled. The server is restarted after that, because it
 * reads rules and devices when it starts.
 */
export async function productWith<Fixtures, T>(
  prepare: (adminUrl: string) => Promise<Fixtures>,
  measure: (product: Prepared<Fixtures>) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const postgres = await benchPostgres({ keep: process.env.BENCH_DATA, settings });
  const pool = openPool(postgres.adminUrl);
  try {
    const [first] = await start('./product-server.ts', postgres.url);
    const fixtures = await prepare(postgres.adminUrl);
    await stop(first);
    const [server, { mqtt = 0, sia = 0, http = 0 }] = await start('./product-server.ts', postgres.url);
    const result = await measure({ server, http, mqtt, sia, pool, url: postgres.adminUrl, fixtures });
    await stop(server);
    return result;
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

/** Runs the product with devices and typical rules on a separate database. */
export function productRun<T>(
  deviceCount: number,
  measure: (product: BenchProduct) => Promise<T>,
  settings: Record<string, string> = {},
  fixture: Fixture = tanks,
): Promise<T> {
  const prepare = async (url: string) => {
    const pool = openPool(url);
    try {
      const company = await addCompany(pool, 'Load', [fixture.app]);
      return { user: await addUser(pool, company), devices: await fixture.add(pool, company, deviceCount) };
    } finally {
      await pool.end();
    }
  };
  return productWith(prepare, ({ fixtures, ...product }) => measure({ ...product, ...fixtures }), settings);
}

export async function storedMessages(pool: pg.Pool): Promise<number> {
  const stored = await pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM reading');
  return Math.floor((stored.rows[0]?.n ?? 0) / 3);
}
