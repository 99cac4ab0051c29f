import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { openPool } from '#platform/server/database.ts';
import { addCompany, addDevices, addRules, addUser, type BenchUser } from './fixtures.ts';
import { startLoad } from './load-process.ts';
import type { LoadJob, LoadResult } from './mqtt-load.ts';
import { benchPostgres } from './workplace.ts';

/** What devices do in a run, whoever takes it in. */
export type Load = Omit<LoadJob, 'port' | 'devices'>;
type Ports = Record<string, number>;

const start = async (file: string, ...args: string[]): Promise<[ChildProcess, Ports]> => {
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
const stop = async (child: ChildProcess) => {
  child.send('stop');
  await once(child, 'exit');
};

export const ratePerSecond = (result: LoadResult) => result.acknowledged / result.seconds;

/** The bare broker on a database of its own, so that neither run leaves the other its dead rows and its checkpoint. */
export async function bareRun(deviceCount: number, load: Load, settings: Record<string, string> = {}): Promise<number> {
  const own = await benchPostgres({ settings });
  try {
    const [bare, { port = 0 }] = await start('./bare-broker.ts', own.url);
    const devices = Array.from({ length: deviceCount }, (_, i) => ({ name: `bare-${i}`, secret: 'bare' }));
    const result = await startLoad({ ...load, devices, port });
    await stop(bare);
    return ratePerSecond(result);
  } finally {
    await own.stop();
  }
}

export type Product = {
  server: ChildProcess;
  http: number;
  mqtt: number;
  user: BenchUser;
  devices: { id: number; name: string; secret: string }[];
  pool: pg.Pool;
};

/** The product with devices and the rules of a usual customer, on a database of its own. */
export async function productRun<T>(
  deviceCount: number,
  work: (product: Product) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const postgres = await benchPostgres({ settings });
  const pool = openPool(postgres.adminUrl);
  try {
    const [first] = await start('./product-server.ts', postgres.url);
    const company = await addCompany(pool, 'Load', ['swam']);
    const user = await addUser(pool, company);
    const devices = await addDevices(pool, company, deviceCount);
    await addRules(pool, company);
    // The rules are read anew every half minute; a run begins with them.
    await stop(first);
    const [server, { mqtt = 0, http = 0 }] = await start('./product-server.ts', postgres.url);
    const result = await work({ server, http, mqtt, user, devices, pool });
    await stop(server);
    return result;
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

export async function storedMessages(pool: pg.Pool): Promise<number> {
  const stored = await pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM reading');
  return Math.floor((stored.rows[0]?.n ?? 0) / 3);
}
