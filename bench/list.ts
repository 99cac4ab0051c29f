import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { BenchUser } from './fixtures/fixtures.ts';
import { type BenchCase, cases, type Reply, yearCase } from './fixtures/list-cases.ts';
import { listFixtures } from './fixtures/list-fixtures.ts';
import { summedUp as untilRolledUp, yearFixtures } from './fixtures/year-fixtures.ts';
import { percentile } from './load-process.ts';
import { benchPostgres } from './workplace.ts';

/**
 * Prints one JSON line: device lists and a chart over HTTP, each with the bare query in the same run. `--year` measures
 * only the chart of a year, on a separate database.
 */
const year = process.argv.includes('--year');
const warmUps = year ? 2 : 10;
const repetitions = year ? 10 : Math.max(60, Number(process.env.BENCH_REPETITIONS ?? 80));

async function start(url: string): Promise<[ChildProcess, number]> {
  const child = fork(fileURLToPath(new URL('./product-server.ts', import.meta.url)), [url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the server ended')));
  const [{ http }] = (await Promise.race([once(child, 'message'), ended])) as [{ http: number }];
  ended.catch(() => undefined);
  return [child, http];
}

async function stop(child: ChildProcess): Promise<void> {
  child.send('stop');
  await once(child, 'exit');
}

/** Sends requests as a signed-in browser does. */
async function signIn(port: number, { email, password }: BenchUser): Promise<(path: string) => Promise<Reply>> {
  const base = `http://127.0.0.1:${port}/api`;
  const login = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  return async (path) => {
    const reply = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${data.token}` } });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as Reply;
  };
}

async function measure(benchCase: BenchCase, get: (path: string) => Promise<Reply>, pool: pg.Pool, rounds: number) {
  const ms: { product: number[]; bare: number[] } = { product: [], bare: [] };
  const timed = async <T>(target: number[], work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await work();
    target.push(performance.now() - startedAt);
    return result;
  };
  for (let n = -warmUps; n < rounds; n++) {
    const target = n < 0 ? { product: [], bare: [] } : ms;
    // They alternate, so that other load affects both. The first of a pair warms the cache for the second.
    const order = ['product', 'bare'] as const;
    const answers: Record<string, string> = {};
    for (const side of n % 2 ? order : [...order].reverse())
      answers[side] = await timed(target[side], () =>
        side === 'product'
          ? get(benchCase.path(n + warmUps)).then(benchCase.result)
          : benchCase.bare(pool, n + warmUps),
      );
    if (answers.product !== answers.bare)
      throw new Error(`${benchCase.name}: ${answers.product} is not ${answers.bare}`);
  }
  const p95 = (values: readonly number[]) => Number(percentile(values, 0.95).toFixed(1));
  return { name: benchCase.name, p95Ms: p95(ms.product), bareP95Ms: p95(ms.bare) };
}

async function prepare(url: string): Promise<[BenchUser, BenchCase[]]> {
  if (year) {
    const fixtures = await yearFixtures(url);
    return [fixtures.user, [yearCase(fixtures)]];
  }
  const fixtures = await listFixtures(url);
  return [fixtures.user, cases(fixtures)];
}

const postgres = await benchPostgres({ keep: process.env.BENCH_DATA });
const pool = new pg.Pool({ connectionString: postgres.adminUrl, max: 1 });
try {
  // Migrates the database and inserts hardware models and countries.
  await stop((await start(postgres.url))[0]);
  const [user, benchCases] = await prepare(postgres.adminUrl);
  const [server, port] = await start(postgres.url);
  try {
    const get = await signIn(port, user);
    await untilRolledUp(pool);
    // One run of everything warms up the server and the database.
    for (const benchCase of benchCases) await measure(benchCase, get, pool, 0);
    const measured = [];
    for (const benchCase of benchCases) measured.push(await measure(benchCase, get, pool, repetitions));
    console.log(JSON.stringify({ cases: measured }));
  } finally {
    await stop(server);
  }
} finally {
  await pool.end();
  await postgres.stop();
}
