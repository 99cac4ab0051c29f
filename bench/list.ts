import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { BenchUser } from './fixtures.ts';
import { type Case, cases, type Reply, yearCase } from './list-cases.ts';
import { listFixtures } from './list-fixtures.ts';
import { percentile } from './load-process.ts';
import { benchPostgres } from './workplace.ts';
import { summedUp, yearFixtures } from './year-fixtures.ts';

/**
 * Prints one JSON line: device lists and a chart over HTTP, each beside the bare query in the same run. With `--year` the
 * chart of a year alone, on a database of its own.
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

/** Asks as the browser of a signed-in person does. */
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

async function measure(one: Case, ask: (path: string) => Promise<Reply>, pool: pg.Pool, rounds: number) {
  const ms: { product: number[]; bare: number[] } = { product: [], bare: [] };
  const timed = async <T>(into: number[], work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    into.push(performance.now() - began);
    return result;
  };
  for (let n = -warmUps; n < rounds; n++) {
    const into = n < 0 ? { product: [], bare: [] } : ms;
    // Turn by turn, so that whatever else the machine does falls on both; who goes first warms the pages for the other.
    const order = ['product', 'bare'] as const;
    const answers: Record<string, string> = {};
    for (const who of n % 2 ? order : [...order].reverse())
      answers[who] = await timed(into[who], () =>
        who === 'product' ? ask(one.path(n + warmUps)).then(one.result) : one.bare(pool, n + warmUps),
      );
    if (answers.product !== answers.bare) throw new Error(`${one.name}: ${answers.product} is not ${answers.bare}`);
  }
  const p95 = (values: readonly number[]) => Number(percentile(values, 0.95).toFixed(1));
  return { name: one.name, p95Ms: p95(ms.product), bareP95Ms: p95(ms.bare) };
}

async function prepared(url: string): Promise<[BenchUser, Case[]]> {
  if (year) {
    const fixtures = await yearFixtures(url);
    return [fixtures.user, [yearCase(fixtures)]];
  }
  const fixtures = await listFixtures(url);
  return [fixtures.user, cases(fixtures)];
}

const postgres = await benchPostgres({ keep: process.env.BENCH_DATA });
const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
try {
  // Migrates, and brings hardware models and countries.
  await stop((await start(postgres.url))[0]);
  const [user, all] = await prepared(postgres.url);
  const [server, port] = await start(postgres.url);
  try {
    const ask = await signIn(port, user);
    await summedUp(pool);
    // Once through everything first: a server and a database that have just started are slower with whatever comes first.
    for (const one of all) await measure(one, ask, pool, 0);
    const measured = [];
    for (const one of all) measured.push(await measure(one, ask, pool, repetitions));
    console.log(JSON.stringify({ cases: measured }));
  } finally {
    await stop(server);
  }
} finally {
  await pool.end();
  await postgres.stop();
}
