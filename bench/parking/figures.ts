import { openPool } from '#platform/server/postgres/database.ts';
import { signIn } from '../fixtures/caller.ts';
import { addCompany, addUser, type BenchUser } from '../fixtures/fixtures.ts';
import { paired } from '../fixtures/paired.ts';
import { addBays, addCarPark, addPast, daysOfPast } from '../fixtures/parking-past.ts';
import { type Prepared, productWith } from '../runs.ts';

const repetitions = Number(process.env.BENCH_REPETITIONS ?? 20);
const groups = 20;
const baysOfGroup = 250;
const bays = 500;
const intervalsOfBay = 600;

type Fixtures = { user: BenchUser; counted: number; listed: number };
type Measuring = Prepared<Fixtures>;

async function prepare(url: string): Promise<Fixtures> {
  const pool = openPool(url);
  try {
    const company = await addCompany(pool, 'Parking', ['sparking']);
    const user = await addUser(pool, company);
    const [counted, listed] = [await addCarPark(pool, company, 'Counted'), await addCarPark(pool, company, 'Listed')];
    await addBays(pool, company, counted, { groups, baysOfGroup });
    await addBays(pool, company, listed, { groups: 2, baysOfGroup: bays / 2 });
    await addPast(pool, company, { counted, listed, intervalsOfBay });
    await pool.query('VACUUM ANALYZE');
    return { user, counted, listed };
  } finally {
    await pool.end();
  }
}

/** The last whole days, in quarters of an hour. */
function period() {
  const to = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
  return { from: new Date(to - daysOfPast * 86_400_000).toISOString(), to: new Date(to).toISOString() };
}

const groupsByHand = `
  SELECT group_id, date_bin('1 hour', at, 'epoch') AS start, sum(open_seconds) AS open, sum(occupied_seconds) AS occupied, sum(free_seconds) AS free,
         sum(arrivals) AS arrivals, sum(departures) AS departures, max(max_occupied) AS max
    FROM sparking_quarter WHERE location_id = $1 AND group_id <> 0 AND at >= $2 AND at < $3 GROUP BY 1, 2 ORDER BY 2, 1`;

const baysByHand = `
  SELECT t.number, sum(extract(epoch FROM least(coalesce(i.to_at, $3), $3) - greatest(i.from_at, $2))) FILTER (WHERE i.occupied)::float8 AS occupied,
         sum(extract(epoch FROM least(coalesce(i.to_at, $3), $3) - greatest(i.from_at, $2))) FILTER (WHERE NOT i.occupied)::float8 AS free,
         count(*) FILTER (WHERE i.occupied AND i.from_at >= $2) AS stays
    FROM sparking_slot t JOIN sparking_interval i ON i.slot_id = t.id AND i.from_at < $3 AND coalesce(i.to_at, 'infinity') > $2
   WHERE t.location_id = $1 GROUP BY t.id ORDER BY t.number`;

type Bay = { number: string; occupied: number };
const inShort = (all: readonly Bay[]) =>
  all
    .slice(0, 50)
    .map(({ number, occupied }) => `${number} ${occupied}`)
    .join();

async function figures({ http, pool, fixtures: { user, counted, listed } }: Measuring) {
  const call = await signIn(http, user);
  const { from, to } = period();
  const ofGroupsMs = await paired(
    {
      async product() {
        const query = new URLSearchParams({ from, to, locationIds: String(counted), bucket: 'hour' });
        type Reply = { rows: { occupied: number }[] };
        const { rows } = await call<Reply>('GET', `/sparking/api/analysis/group-occupation?${query}`);
        return `${rows.length} ${rows.reduce((sum, { occupied }) => sum + occupied, 0)}`;
      },
      async bare() {
        const { rows } = await pool.query<{ occupied: string }>(groupsByHand, [counted, from, to]);
        return `${rows.length} ${rows.reduce((sum, { occupied }) => sum + Number(occupied), 0)}`;
      },
    },
    repetitions,
  );
  const ofBaysMs = await paired(
    {
      async product() {
        const query = new URLSearchParams({ from, to, locationIds: String(listed), limit: '100' });
        return inShort(await call<Bay[]>('GET', `/sparking/api/analysis/slot-occupation-list?${query}`));
      },
      async bare() {
        const { rows } = await pool.query<Bay>(baysByHand, [listed, from, to]);
        return inShort(rows);
      },
    },
    repetitions,
  );
  return { ofGroupsMs, ofBaysMs };
}

/**
 * The sums by hour of 20 groups of 250 bays in 30 days, and the figures of 500 bays with 300,000 intervals in 30 days, each
 * compared with a statement for this alone.
 */
export async function measureFigures() {
  const { ofGroupsMs, ofBaysMs } = await productWith(prepare, figures);
  const shown = ({ productMs, bareMs }: typeof ofGroupsMs) => ({
    ms: Math.round(productMs),
    byHandMs: Math.round(bareMs),
    ratioToSql: Number((productMs / bareMs).toFixed(3)),
  });
  return { groups: shown(ofGroupsMs), bayFigures: shown(ofBaysMs) };
}
