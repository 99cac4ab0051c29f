import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { addShops } from './fixtures/order-fixtures.ts';
import { percentile } from './load-process.ts';
import { bareBuyer } from './peers/order-bare.ts';
import { type BuyerRun, peerBuyer, productBuyer, type Round, runRound } from './peers/order-clients.ts';
import { benchPostgres } from './workplace.ts';

/**
 * Prints one JSON line: orders of 20 lines that are submitted and paid, with the bare SQL of the same writes in the same
 * run. With `PEER=1`, or `PEER` set to a folder outside of the repository, the same orders are placed in Vendure, which is
 * installed there.
 * `BENCH_SECONDS` is the length of a round, of which each side has two.
 */
const clients = Number(process.env.BENCH_CLIENTS ?? 16);
const seconds = Number(process.env.BENCH_SECONDS ?? 30);
const counted = 20;
const peerVersion = '3.7.3';
const peer = process.env.PEER === '1' ? join(tmpdir(), 'rasid-peer') : process.env.PEER && resolve(process.env.PEER);

type Child = { child: ChildProcess; http: number; database?: string };
async function start(file: string, ...args: string[]): Promise<Child> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { stdio: ['ignore', 2, 2, 'ipc'] });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`)));
  const [sent] = (await Promise.race([once(child, 'message'), ended])) as [Omit<Child, 'child'>];
  ended.catch(() => undefined);
  return { child, ...sent };
}
async function stop({ child }: Child): Promise<void> {
  child.send('stop');
  await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Vendure has a licence of its own: it is installed outside of the repository and never a dependency. */
function installPeer(folder: string): void {
  if (existsSync(join(folder, 'node_modules/@vendure/testing'))) return;
  mkdirSync(folder, { recursive: true });
  const packages = ['core', 'testing'].map((name) => `@vendure/${name}@${peerVersion}`);
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...packages, 'pg'], {
    stdio: ['ignore', 2, 2],
  });
}

/** The statements in a database since the last reset, without those of the job queue. */
async function statements(pool: pg.Pool, database: string): Promise<number> {
  const { rows } = await pool.query<{ calls: number }>(
    `SELECT coalesce(sum(calls), 0)::integer AS calls FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
      WHERE d.datname = $1 AND query NOT LIKE '%jobs.%' AND query NOT LIKE '%pg_stat_statements%'`,
    [database],
  );
  return rows[0]?.calls ?? 0;
}

/** The statements of one order of a client alone, without those that the server runs by itself in the same time. */
async function statementsOf(pool: pg.Pool, database: string, buyer: BuyerRun, next: () => number): Promise<number> {
  const during = async (work: () => Promise<unknown>) => {
    const [before, startedAt] = [await statements(pool, database), performance.now()];
    await work();
    const ms = performance.now() - startedAt;
    return { ms, calls: (await statements(pool, database)) - before };
  };
  const busy = await during(async () => {
    for (let n = 0; n < counted; n++) await buyer(next());
  });
  const idle = await during(() => new Promise((done) => setTimeout(done, busy.ms)));
  return rounded((busy.calls - idle.calls) / counted);
}

const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));
const joined = (rounds: readonly Round[]) => {
  const paidMs = rounds.flatMap((round) => round.paidMs);
  const submitMs = rounds.flatMap((round) => round.submitMs);
  const orders = rounds.reduce((sum, round) => sum + round.orders, 0);
  const total = rounds.reduce((sum, round) => sum + round.seconds, 0);
  return { perSecond: orders / total, submitMs, paidMs };
};

let count = 0;
const next = () => ++count;
const settings = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '10000' };
const postgres = await benchPostgres({ settings });
const pool = new pg.Pool({ connectionString: postgres.adminUrl, max: clients });
const database = new URL(postgres.url).pathname.slice(1);
const children: Child[] = [];
try {
  await pool.query('CREATE EXTENSION pg_stat_statements');
  const server = await start('./product-server.ts', postgres.url);
  children.push(server);
  const shops = await addShops(pool, clients);
  const product: BuyerRun[] = [];
  for (const shop of shops) product.push(await productBuyer(server.http, shop, shop.body));
  const [first] = product as [BuyerRun];
  const statementsPerSubmit = await submitStatements();
  const statementsPerOrder = await statementsOf(pool, database, first, next);
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM orders WHERE payment_status = 'paid' ORDER BY id LIMIT 1`,
  );
  const bare = await bareBuyer(pool, rows[0]?.id ?? 0);
  const sides: Record<string, readonly BuyerRun[]> = { product, bare: Array<BuyerRun>(clients).fill(bare) };
  let peerStatements: number | null = null;
  if (peer) {
    installPeer(peer);
    const other = await start('./peers/order-peer-server.mjs', peer, postgres.adminUrl, String(await freePort()));
    children.push(other);
    const buyer = peerBuyer(other.http);
    peerStatements = await statementsOf(pool, other.database ?? '', buyer, next);
    sides.peer = Array<BuyerRun>(clients).fill(buyer);
  }
  const rounds: Record<string, Round[]> = {};
  // They alternate, so that other load affects all of them.
  for (let round = 0; round < 2; round++)
    for (const [name, buyers] of Object.entries(sides))
      (rounds[name] ??= []).push(await runRound(buyers, seconds, next));
  const of = (name: string) => joined(rounds[name] ?? []);
  const [ours, plain] = [of('product'), of('bare')];
  const result = {
    ordersPerSecond: rounded(ours.perSecond),
    submitP50Ms: rounded(percentile(ours.submitMs, 0.5)),
    submitP99Ms: rounded(percentile(ours.submitMs, 0.99)),
    paidP99Ms: rounded(percentile(ours.paidMs, 0.99)),
    statementsPerSubmit,
    statementsPerOrder,
    bareRatio: rounded(ours.perSecond / plain.perSecond, 2),
    ...(peer && peerResult(of('peer'), peerStatements)),
  };
  console.log(JSON.stringify(result));

  async function submitStatements(): Promise<number> {
    const [shop] = shops as [(typeof shops)[number]];
    const submit = await productBuyer(server.http, shop, shop.body, { pay: false });
    return statementsOf(pool, database, submit, next);
  }
} finally {
  for (const child of children) await stop(child).catch((error: Error) => console.error(error.message));
  await pool.end();
  await postgres.stop();
}

function peerResult(theirs: ReturnType<typeof joined>, perOrder: number | null) {
  return {
    peer: {
      ordersPerSecond: rounded(theirs.perSecond),
      submitP99Ms: rounded(percentile(theirs.submitMs, 0.99)),
      paidP99Ms: rounded(percentile(theirs.paidMs, 0.99)),
      statementsPerOrder: perOrder,
    },
  };
}
