import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { addYear } from '#main/testing/traps/year-of-traps.ts';
import { openPool } from '#platform/server/postgres/database.ts';
import { addPlan, signIn } from './fixtures/caller.ts';
import { addCompany, addUser, type BenchUser } from './fixtures/fixtures.ts';
import { paired } from './fixtures/paired.ts';
import { addSite, addTraps, addTrapYears } from './fixtures/trap-fixtures.ts';
import { startLoad } from './load-process.ts';
import { type BenchProduct, memoryKb, type Prepared, productRun, productWith, ratePerSecond } from './runs.ts';

/**
 * Prints one JSON line. `ratioToPlain`: durable reports of traps per second, every other one a hit, with the rules
 * for hits in their transaction, compared with plain messages of as many values. `ratioToSql`: the hits and nights of
 * every trap in a year, compared with a statement for this alone. `folder`: the audit folder of 150 traps and a year until
 * its data are read and until its file is there, laid out by the built web app.
 */
const trapCount = Number(process.env.BENCH_DEVICES ?? 2000);
const seconds = Number(process.env.BENCH_SECONDS ?? 12);
const repetitions = Number(process.env.BENCH_REPETITIONS ?? 20);
const inFlight = 1;
/** So many reports fit between the start of the clock of a trap and now. */
const reportsOfTrap = 24;
const firstMessages = { perSecond: 0, seconds: 60, most: 1 };

async function reports({ mqtt: port, devices, pool }: BenchProduct) {
  const traps = { since: Date.now() - reportsOfTrap * 20_000 };
  const load = await startLoad({ port, devices, inFlight, seconds, perSecond: 0, traps, most: reportsOfTrap });
  const { rows } = await pool.query<{ hits: number }>('SELECT count(*)::integer AS hits FROM rodent_hit');
  return { perSecond: ratePerSecond(load), acknowledged: load.acknowledged, hits: rows[0]?.hits ?? 0 };
}

const plainRate = () =>
  productRun(trapCount, async ({ mqtt: port, devices }) => {
    await startLoad({ devices, port, inFlight, ...firstMessages });
    return ratePerSecond(await startLoad({ devices, port, seconds, inFlight, perSecond: 0 }));
  });

const year = { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };

/** Hits and seconds armed and heard by trap. */
const byHand = `
  SELECT sum(hits)::integer AS hits, sum(seconds)::float8 AS seconds FROM (
    SELECT d.id, (SELECT count(*) FROM rodent_hit h WHERE h.device_id = d.id AND h.at >= $2 AND h.at < $3 AND h.kind = 'activation' AND h.verdict NOT IN ('false', 'service')) AS hits,
           (SELECT sum(extract(epoch FROM upper(r) - lower(r))) FROM unnest(
              ((SELECT range_agg(tstzrange(e.from_at, e.to_at)) FROM rodent_heard e WHERE e.device_id = d.id)
               - coalesce((SELECT range_agg(tstzrange(h.at, h.rearmed_at)) FROM rodent_hit h WHERE h.device_id = d.id AND h.kind = 'activation' AND h.rearmed_at > h.at), '{}'))
              * tstzmultirange(tstzrange($2::timestamptz, $3::timestamptz))) r) AS seconds
      FROM device d WHERE d.company_id = $1 AND d.app = 'rodent') t`;

type Fixtures = { company: number; user: BenchUser; folderUser: BenchUser; folderCompany: number; site: number };
type Measuring = Prepared<Fixtures>;

async function prepare(url: string): Promise<Fixtures> {
  const pool = openPool(url);
  try {
    const company = await addCompany(pool, 'Traps', ['rodent']);
    const user = await addUser(pool, company);
    await addTrapYears(pool, company, trapCount);
    const folderCompany = await addCompany(pool, 'Folder', ['rodent']);
    const folderUser = await addUser(pool, folderCompany);
    return { company, user, folderUser, folderCompany, site: await addSite(pool, folderCompany, 'Warehouse') };
  } finally {
    await pool.end();
  }
}

async function analysis({ http, pool, fixtures: { company, user } }: Measuring) {
  const call = await signIn(http, user);
  return paired(
    {
      async product() {
        const query = new URLSearchParams({ ...year, limit: '100' });
        const { total } = await call<{ total: { hits: number; nights: number } }>(
          'GET',
          `/rodent/analysis/device-hits?${query}`,
        );
        return `${total.hits} ${Math.round(total.nights)}`;
      },
      async bare() {
        const { rows } = await pool.query<{ hits: number; seconds: number }>(byHand, [company, year.from, year.to]);
        return `${rows[0]?.hits} ${Math.round((rows[0]?.seconds ?? 0) / 86_400)}`;
      },
    },
    repetitions,
  );
}

async function folder({ server, http, pool, fixtures: { folderUser, folderCompany: company, site } }: Measuring) {
  const call = await signIn(http, folderUser);
  const plans = {
    hall: await addPlan(call, '/layout', site, 'Hall'),
    dock: await addPlan(call, '/layout', site, 'Dock'),
  };
  await addYear(pool, { company, site, person: folderUser.id }, plans);
  await pool.query('ANALYZE');
  const idleKb = await memoryKb(server);
  const startedAt = performance.now();
  const body = { structureId: site, ...year, language: 'ar' };
  const { id } = await call<{ id: number }>('POST', '/rodent/audit-folder', body);
  const readSeconds = (performance.now() - startedAt) / 1000;
  let peakKb = await memoryKb(server);
  const printed = async () => (await call<{ state: string }>('GET', `/company/${company}/print/${id}`)).state;
  for (let state = 'queued'; state !== 'done'; state = await printed()) {
    if (state === 'failed') throw new Error('the folder could not be laid out');
    await setTimeout(100);
    peakKb = Math.max(peakKb, await memoryKb(server));
  }
  const totalSeconds = (performance.now() - startedAt) / 1000;
  return {
    readSeconds: Number(readSeconds.toFixed(2)),
    seconds: Number(totalSeconds.toFixed(1)),
    aboveIdleMib: Math.round((peakKb - idleKb) / 1024),
  };
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

// Plain messages before and after, so that a change in the speed of the machine favours neither.
const before = await plainRate();
const measured = await productRun(trapCount, reports, {}, { app: 'rodent', add: addTraps });
const plain = (before + (await plainRate())) / 2;
process.env.BENCH_WEB ??= 'dist/web';
process.env.BENCH_HTTP_PORT = String(await freePort());
const { productMs, bareMs, ...rest } = await productWith(prepare, async (product) => ({
  ...(await analysis(product)),
  folder: await folder(product),
}));
console.log(
  JSON.stringify({
    traps: trapCount,
    reportsPerSecond: Math.round(measured.perSecond),
    plainPerSecond: Math.round(plain),
    ratioToPlain: Number((measured.perSecond / plain).toFixed(3)),
    acknowledged: measured.acknowledged,
    hits: measured.hits,
    deviceHitsMs: Math.round(productMs),
    byHandMs: Math.round(bareMs),
    ratioToSql: Number((productMs / bareMs).toFixed(3)),
    ...rest,
  }),
);
