import type pg from 'pg';

/** Changes of clocks are stored for these years. Before and after them the nearest offset applies. */
const firstYear = 2010;
const lastYear = 2045;

export type ZoneOffset = { zone: string /** Null: before the first change. */; since: string | null; seconds: number };

const secondsAhead = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => Math.round(offsetNanoseconds / 1e9);

/** All offsets of a zone, from Node's data; empty if Node does not know the zone. */
export function offsetsOf(zone: string): ZoneOffset[] {
  let at: Temporal.ZonedDateTime | null;
  try {
    at = Temporal.PlainDate.from({ year: firstYear, month: 1, day: 1 }).toZonedDateTime(zone);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
  const found: ZoneOffset[] = [{ zone, since: null, seconds: secondsAhead(at) }];
  for (;;) {
    at = at.getTimeZoneTransition('next');
    if (!at || at.year > lastYear) return found;
    found.push({ zone, since: at.toInstant().toString(), seconds: secondsAhead(at) });
  }
}

/** Brings the table `zone_offset` up to the time zone data of Node, so that SQL and the program agree. */
export async function storeZonesOnce(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Several processes may start at once.
    await client.query('BEGIN; LOCK TABLE zone_version');
    await storeZones(client, process.versions.tz ?? '');
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function storeZones(client: pg.PoolClient, version: string): Promise<void> {
  const stored = await client.query<{ version: string }>('SELECT version FROM zone_version');
  if (stored.rows[0]?.version === version) return;
  const known = await client.query<{ name: string }>('SELECT name FROM pg_timezone_names');
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), ...known.rows.map(({ name }) => name)]);
  const offsets = [...zones].flatMap(offsetsOf);
  await client.query('DELETE FROM zone_version');
  await client.query('DELETE FROM zone_offset');
  await client.query(
    `INSERT INTO zone_offset (zone, since, ahead)
     SELECT zone, coalesce(since, '-infinity'), seconds * interval '1 second'
       FROM unnest($1::text[], $2::timestamptz[], $3::integer[]) AS o (zone, since, seconds)`,
    [offsets.map(({ zone }) => zone), offsets.map(({ since }) => since), offsets.map(({ seconds }) => seconds)],
  );
  await client.query('INSERT INTO zone_version (version) VALUES ($1)', [version]);
}
