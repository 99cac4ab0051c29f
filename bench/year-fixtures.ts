import pg from 'pg';
import { addCompany, addDevices, addUser, type BenchUser } from './fixtures.ts';

export type YearFixtures = { user: BenchUser; device: number; from: string; to: string };

const readings = 5_000_000;
const days = 365;

/** Inserts one tank with five million readings of a year into an empty migrated database. */
export async function yearFixtures(url: string): Promise<YearFixtures> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c statement_timeout=0' });
  try {
    const company = await addCompany(pool, 'Year', ['swam']);
    const user = await addUser(pool, company);
    const [tank] = await addDevices(pool, company, 1);
    const device = tank?.id ?? 0;
    const periods = await pool.query<{ from: Date; to: Date }>(
      `SELECT date_trunc('hour', now()) - ${days} * interval '1 day' AS "from", date_trunc('hour', now()) AS "to"`,
    );
    const [period] = periods.rows;
    await pool.query(
      `SELECT rasid_weekly_partition('reading', now() - n * interval '7 days') FROM generate_series(0, ${Math.ceil(days / 7)}) n`,
    );
    await pool.query(
      `INSERT INTO reading (device_id, sensor_id, time, value)
       SELECT $1, 11, $2::timestamptz + n * ${(days * 86_400) / readings} * interval '1 second', round((2 + sin(n / 3e5))::numeric, 2)::float8 FROM generate_series(0, ${readings - 1}) n`,
      [device, period?.from],
    );
    await pool.query('VACUUM (ANALYZE)');
    return { user, device, from: period?.from.toISOString() ?? '', to: period?.to.toISOString() ?? '' };
  } finally {
    await pool.end();
  }
}

/** Resolves when workers have summed up all past hours. */
export async function summedUp(pool: pg.Pool): Promise<void> {
  for (;;) {
    const periods = await pool.query(
      "SELECT FROM reading_rollup HAVING count(*) > 0 AND min(rolled_until) >= date_trunc('hour', now() - interval '80 minutes')",
    );
    if (periods.rowCount) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
