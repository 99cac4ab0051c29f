import pg from 'pg';
import { openPool } from '#platform/server/postgres/database.ts';
import { type Caller, signIn } from '../fixtures/caller.ts';
import { addCompany, addUser, type BenchUser } from '../fixtures/fixtures.ts';
import { paired } from '../fixtures/paired.ts';
import { addSite } from '../fixtures/trap-fixtures.ts';
import { percentile } from '../load-process.ts';
import { type Prepared, productWith } from '../runs.ts';
import { addIncidents } from './fixtures.ts';

const incidentCount = Number(process.env.BENCH_INCIDENTS ?? 100_000);
const repetitions = Number(process.env.BENCH_REPETITIONS ?? 20);
const operatorCount = 20;

type Fixtures = { company: number; operators: BenchUser[] };

async function prepare(url: string): Promise<Fixtures> {
  const pool = openPool(url);
  try {
    const company = await addCompany(pool, 'Incidents', ['defcon']);
    const operators: BenchUser[] = [];
    for (let n = 0; n < operatorCount; n++) operators.push(await addUser(pool, company, `operator-${n}@bench.test`));
    await addIncidents(pool, company, await addSite(pool, company, 'Site'), incidentCount);
    return { company, operators };
  } finally {
    await pool.end();
  }
}

/** A page of open incidents, in the order of the desk. */
const byHand = `
  SELECT a.id, a.kind, a.rank, a.subject_name, a.first_at, a.acknowledged_at, s.name FROM alarm a JOIN structure s ON s.id = a.structure_id
   WHERE a.company_id = $1 AND a.app = 'defcon' AND a.class = 'intrusion' AND a.closed_at IS NULL
   ORDER BY a.rank, a.acknowledged_at IS NOT NULL, a.first_at, a.id LIMIT 50`;

const list = ({ pool, fixtures: { company } }: Prepared<Fixtures>, call: Caller) =>
  paired(
    {
      async product() {
        const rows = await call<{ id: number }[]>('GET', '/defcon/alarm/intrusion?limit=50&sort[urgency]=asc');
        return rows.map(({ id }) => id).join();
      },
      async bare() {
        const { rows } = await pool.query<{ id: number }>(byHand, [company]);
        return rows.map(({ id }) => id).join();
      },
    },
    repetitions,
  );

/** Twenty operators take the same twenty incidents at once, over and over; each has one winner. */
async function take(
  { http, url, pool, fixtures: { company, operators } }: Prepared<Fixtures>,
  calls: readonly Caller[],
) {
  const hand = new pg.Pool({ connectionString: url, max: operatorCount });
  const [productMs, bareMs]: [number[], number[]] = [[], []];
  const rounds = Math.max(1, Math.round(repetitions / 4));
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM alarm WHERE company_id = $1 AND closed_at IS NULL AND acknowledged_at IS NULL ORDER BY id LIMIT $2',
    [company, operatorCount * rounds],
  );
  await pool.query(
    'CREATE TABLE bare_alarm AS SELECT id, NULL::timestamptz AS acknowledged_at, NULL::integer AS by FROM alarm',
  );
  await pool.query('ALTER TABLE bare_alarm ADD PRIMARY KEY (id)');
  for (let round = 0; round < rounds; round++) {
    const ids = rows.slice(round * operatorCount, (round + 1) * operatorCount).map(({ id }) => id);
    let startedAt = performance.now();
    const taken = await Promise.all(
      calls.flatMap((call) =>
        ids.map((id) => call('POST', `/defcon/alarm/intrusion/${id}/acknowledge`, {}).then(() => 1, conflict)),
      ),
    );
    productMs.push(performance.now() - startedAt);
    startedAt = performance.now();
    const updated = await Promise.all(
      operators.flatMap(({ id: by }) =>
        ids.map((id) =>
          hand.query(
            'UPDATE bare_alarm SET acknowledged_at = now(), by = $2 WHERE id = $1 AND acknowledged_at IS NULL',
            [id, by],
          ),
        ),
      ),
    );
    bareMs.push(performance.now() - startedAt);
    const winners = [
      taken.reduce((sum, one) => sum + one, 0),
      updated.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0),
    ];
    if (winners.some((count) => count !== operatorCount)) throw new Error(`${winners} of ${operatorCount} won`);
  }
  await hand.end();
  return { http, productMs: percentile(productMs, 0.5), bareMs: percentile(bareMs, 0.5) };
}

/** 0 for somebody else's incident; other failures are failures. */
function conflict(error: Error): number {
  if (error.message.includes(' answered 409')) return 0;
  throw error;
}

/** A page of the incident list, and operators who take incidents at once, compared with SQL by hand. */
export const measureQueue = () =>
  productWith(prepare, async (product) => {
    const calls: Caller[] = [];
    for (const operator of product.fixtures.operators) calls.push(await signIn(product.http, operator));
    const listed = await list(product, calls[0] as Caller);
    const taken = await take(product, calls);
    return {
      incidents: incidentCount,
      listMs: Number(listed.productMs.toFixed(1)),
      listByHandMs: Number(listed.bareMs.toFixed(1)),
      listRatio: Number((listed.productMs / listed.bareMs).toFixed(2)),
      takeMs: Math.round(taken.productMs),
      takeByHandMs: Math.round(taken.bareMs),
      takeRatio: Number((taken.productMs / taken.bareMs).toFixed(2)),
      winners: operatorCount,
    };
  });
