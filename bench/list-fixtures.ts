import pg from 'pg';
import { addCompany, addUser, type BenchUser } from './fixtures.ts';

/**
 * The data of `bench:list`: a platform in its second year. Devices were added in batches of a hundred, so those of one
 * company are scattered over the table. Readings are stored in the order of arrival, those of one device far apart.
 */
export const listScale = { devices: 1_000_000, companies: 200, readings: 20_000_000, chartDays: 30 };
export type ListFixtures = { company: number; user: BenchUser; structure: number; charts: number[]; chartEnd: string };

const largestStructures = 200;
const minutes = listScale.chartDays * 1440;
const largeLoad =
  "SET synchronous_commit = off; SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'";

/** Fills an empty migrated database, or reads the data of an earlier run. */
export async function listFixtures(url: string): Promise<ListFixtures> {
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c statement_timeout=0' });
  try {
    const storedFixtures = await pool
      .query<{ found: ListFixtures }>('SELECT found FROM bench_fixtures')
      .catch(() => null);
    if (storedFixtures?.rows[0]) return storedFixtures.rows[0].found;
    const companies: number[] = [];
    for (let n = 1; n <= listScale.companies; n++) companies.push(await addCompany(pool, `Company-${n}`, ['swam']));
    const company = companies[0] ?? 0;
    const user = await addUser(pool, company);
    const structures = await addStructures(pool, companies);
    await addDevices(pool, companies, structures);
    const charts = await withClient(pool, (client) => addReadings(client, company));
    // Other devices have no older readings. Without this a worker would sum them up during the measurement.
    await pool.query(
      "INSERT INTO reading_rollup SELECT id, date_trunc('hour', now() - interval '70 minutes') FROM device WHERE id <> ALL ($1::integer[])",
      [charts],
    );
    await pool.query('VACUUM (ANALYZE)');
    await pool.query('CHECKPOINT');
    const end = await pool.query<{ time: Date }>(
      'SELECT max(time) AS time FROM reading WHERE device_id = $1 AND sensor_id = 11',
      [charts[0]],
    );
    const fixtures = {
      company,
      user,
      structure: structures[0]?.[7] ?? 0,
      charts,
      chartEnd: end.rows[0]?.time.toISOString() ?? '',
    };
    await pool.query('CREATE TABLE bench_fixtures AS SELECT $1::jsonb AS found', [JSON.stringify(fixtures)]);
    return fixtures;
  } finally {
    await pool.end();
  }
}

/** Two hundred buildings for the largest company, ten for each other. */
async function addStructures(pool: pg.Pool, companies: readonly number[]): Promise<number[][]> {
  const inserted = await pool.query<{ ids: number[] }>(
    `WITH made AS (
       INSERT INTO structure (company_id, name, country_id)
       SELECT c, 'Building ' || n, 233 FROM unnest($1::integer[]) c, generate_series(1, CASE WHEN c = $2 THEN ${largestStructures} ELSE 10 END) n RETURNING id, company_id)
     SELECT array_agg(id ORDER BY id) AS ids FROM made GROUP BY company_id ORDER BY company_id`,
    [companies, companies[0]],
  );
  return inserted.rows.map((row) => row.ids);
}

/** Drops the indexes of a table that belong to no constraint and returns the statements that create them again. */
async function withoutIndexes(client: pg.PoolClient, table: string): Promise<() => Promise<void>> {
  const fixtures = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [table],
  );
  for (const { name } of fixtures.rows) await client.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { definition } of fixtures.rows) await client.query(definition);
  };
}

/** A tenth of the batches belong to the largest company. Every fourth device is on a roof, every 5003rd is a falcon. */
async function addDevices(pool: pg.Pool, companies: readonly number[], structures: readonly number[][]): Promise<void> {
  await withClient(pool, (client) => addAllDevices(client, companies, structures));
}

/** Runs work on a connection of its own. A failed one is closed as well, so that the pool can end. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(largeLoad);
    return await work(client);
  } finally {
    client.release(true);
  }
}

async function addAllDevices(
  client: pg.PoolClient,
  companies: readonly number[],
  structures: readonly number[][],
): Promise<void> {
  const rebuild = await withoutIndexes(client, 'device');
  await client.query(
    `WITH model AS (SELECT array_agg(id ORDER BY id) AS ids, array_agg(solution_id ORDER BY id) AS solutions FROM device_hardware WHERE app = 'swam')
     INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state, connection, battery, activation_at, has_token, created_at)
     SELECT ($1::integer[])[place], 'swam', model.solutions[kind], model.ids[kind],
            CASE WHEN n % 5 < 3 THEN ($3::text[])[n % 4 + 1] ELSE ($4::text[])[n % 4 + 1] END || CASE WHEN n % 5003 = 0 THEN ' Falcon ' ELSE ' ' END || n,
            '70B3D5' || upper(lpad(to_hex(n), 8, '0')),
            CASE WHEN place = 1 THEN ($2::integer[])[batch / 10 % ${largestStructures} + 1] ELSE ($2::integer[])[${largestStructures} + (place - 2) * 10 + batch % 10 + 1] END,
            'installed', CASE WHEN n % 10 <> 3 THEN 'online' ELSE 'offline' END, CASE WHEN n % 11 = 0 THEN NULL ELSE n::bigint * 7919 % 101 END, now() - interval '400 days', true,
            now() - (${listScale.devices} - n) * interval '30 seconds'
       FROM model, (SELECT n, n % 14 + 1 AS kind, (n - 1) / 100 AS batch,
                           CASE WHEN (n - 1) / 100 % 10 = 0 THEN 1 ELSE (n - 1) / 100 * 7 % ${listScale.companies - 1} + 2 END AS place
                      FROM generate_series(1, ${listScale.devices}) n) numbered
      ORDER BY n`,
    [
      companies,
      structures.flat(),
      ['Roof tank', 'Water meter', 'Lobby air', 'Main riser'],
      ['خزّان السطح', 'عدّاد المياه', 'هواء البهو', 'الأنبوب الصاعد'],
    ],
  );
  await rebuild();
  await client.query(
    `INSERT INTO device_state (device_id, last_message_at, silent_until, online) SELECT id, now() - interval '20 seconds', now() + interval '1 year', connection <> 'offline' FROM device ORDER BY id`,
  );
}

/** Every device has a reading of this minute. Some of the largest company have one per minute for a month and are returned. */
async function addReadings(client: pg.PoolClient, company: number): Promise<number[]> {
  const key = await client.query<{ definition: string }>(
    "SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'reading_pkey'",
  );
  await client.query('ALTER TABLE reading DROP CONSTRAINT reading_pkey');
  const newest = await client.query(
    `INSERT INTO device_latest (device_id, sensor_id, time, value)
     SELECT d.id, s, date_trunc('minute', now()) - interval '10 seconds', CASE s WHEN 1 THEN d.battery ELSE d.id % 50 END
       FROM device d JOIN device_hardware h ON h.id = d.hardware_id CROSS JOIN unnest(h.sensors) s ORDER BY d.id, s`,
  );
  const charts = Math.floor((listScale.readings - (newest.rowCount ?? 0)) / minutes);
  const chartDevices = await client.query<{ ids: number[] }>(
    'SELECT array_agg(id) AS ids FROM (SELECT id FROM device WHERE company_id = $1 AND solution_id = 2 ORDER BY id LIMIT $2) d',
    [company, charts],
  );
  const ids = chartDevices.rows[0]?.ids ?? [];
  await client.query(
    `INSERT INTO reading (device_id, sensor_id, time, value)
     SELECT ($1::integer[])[n % ${ids.length} + 1], 11, date_trunc('minute', now()) - (${minutes} - n / ${ids.length}) * interval '1 minute', round((2 + sin(n / 3e5))::numeric, 2)::float8
       FROM generate_series(0, ${ids.length * minutes - 1}) n`,
    [ids],
  );
  await client.query(
    'INSERT INTO reading (device_id, sensor_id, time, value) SELECT device_id, sensor_id, time, value FROM device_latest ORDER BY device_id, sensor_id',
  );
  await client.query(`ALTER TABLE reading ADD ${key.rows[0]?.definition}`);
  return ids;
}
