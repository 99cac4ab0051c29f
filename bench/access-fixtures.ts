import pg from 'pg';
import { addCompany, addDevices, addUser, type BenchUser } from './fixtures.ts';

/** A chain of hotels whose locks wrote ten million lines in a year, and an office with one million openings. */
export const accessScale = { lines: 10_000_000, openings: 1_000_000, locks: 200, holders: 2000, days: 364 };
export const door = { app: 'metrowatch', solution: 11, hardware: 1101 };
type Locks = Awaited<ReturnType<typeof addDevices>>;
export type AccessFixtures = { busy: BenchUser; office: BenchUser; officeId: number; busyId: number; locks: Locks };

const largeLoad =
  "SET synchronous_commit = off; SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'";

/** Lines at even intervals over the year: of ten, eight openings, one refusal and one locking, by random people. */
const addLines = `
  INSERT INTO lock_log (company_id, app, device_id, structure_id, time, received_at, action, result, reason, method, holder_id)
  SELECT $1, 'metrowatch', ($2::integer[])[1 + n % cardinality($2::integer[])], NULL, at, at,
         CASE n % 10 WHEN 8 THEN 'denied' WHEN 9 THEN 'auto-lock' ELSE 'unlock' END,
         CASE n % 10 WHEN 8 THEN 'denied' WHEN 9 THEN NULL ELSE 'granted' END,
         CASE n % 10 WHEN 8 THEN 'unknown-code' END, CASE n % 10 WHEN 9 THEN NULL ELSE 'pin' END,
         CASE WHEN n % 10 < 8 THEN ($3::integer[])[(1 + (n * 7919::bigint) % cardinality($3::integer[]))::integer] END
    FROM generate_series($5::integer, $6::integer - 1) n,
         LATERAL (SELECT now() - $7::integer * interval '1 day' + n * ($7::integer * interval '1 day' / $4::integer) AS at) t`;

async function addPeople(pool: pg.Pool, company: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO access_holder (company_id, name, email) SELECT $1, 'Guest ' || n, 'guest-' || n || '@bench.test' FROM generate_series(1, $2::integer) n RETURNING id`,
    [company, accessScale.holders],
  );
  return rows.map(({ id }) => id);
}

/** Fills a migrated database without data, or reads what an earlier run has kept. Both companies write at the same time, so that their lines are mixed. */
export async function accessFixtures(url: string): Promise<AccessFixtures> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c statement_timeout=0' });
  try {
    const kept = await pool.query<{ found: AccessFixtures }>('SELECT found FROM bench_fixtures').catch(() => null);
    if (kept?.rows[0]) return kept.rows[0].found;
    const busyId = await addCompany(pool, 'Hotels', ['metrowatch']);
    const officeId = await addCompany(pool, 'Office', ['metrowatch']);
    const busy = await addUser(pool, busyId);
    const office = await addUser(pool, officeId);
    const locks = await addDevices(pool, busyId, accessScale.locks, door);
    const doors = await addDevices(pool, officeId, 20, door);
    const [guests, staff] = [await addPeople(pool, busyId), await addPeople(pool, officeId)];
    await pool.query(
      "SELECT rasid_weekly_partition('lock_log', now() - n * interval '7 days') FROM generate_series(0, 53) n",
    );
    await pool.query(largeLoad);
    const parts = 50;
    for (let part = 0; part < parts; part++)
      for (const [company, devices, people, all] of [
        [busyId, locks, guests, accessScale.lines],
        [officeId, doors, staff, accessScale.openings],
      ] as const) {
        const at = (n: number) => Math.round((all / parts) * n);
        const ids = devices.map(({ id }) => id);
        await pool.query(addLines, [company, ids, people, all, at(part), at(part + 1), accessScale.days]);
      }
    await pool.query('RESET ALL');
    await pool.query('VACUUM (ANALYZE)');
    await pool.query('CHECKPOINT');
    const fixtures = { busy, office, officeId, busyId, locks };
    await pool.query('CREATE TABLE bench_fixtures AS SELECT $1::jsonb AS found', [JSON.stringify(fixtures)]);
    return fixtures;
  } finally {
    await pool.end();
  }
}
