import type pg from 'pg';

/** Columns of newest values as the text of PostgreSQL arrays. */
export type LatestColumns = { device: string; sensor: string; time: string; value: string; word: string };

/** A newest value that lies further ahead was written while a clock of ours was wrong, and gives way to any other. */
const mistrustedAfter = '1 minute';

/**
 * Moves newest values forward, never back. At most one line for each device and sensor, sorted by both, so that
 * two batches cannot wait for each other. Times are milliseconds since 1970.
 */
export async function recordLatest(client: pg.PoolClient, columns: LatestColumns): Promise<void> {
  await client.query({
    name: 'device-latest',
    text: `INSERT INTO device_latest AS l (device_id, sensor_id, time, value, word)
           SELECT d, s, to_timestamp(t / 1000.0), v, w FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::double precision[], $5::text[]) AS n(d, s, t, v, w)
           ON CONFLICT (device_id, sensor_id) DO UPDATE SET time = excluded.time, value = excluded.value, word = excluded.word
            WHERE excluded.time > l.time OR l.time > now() + interval '${mistrustedAfter}'`,
    values: [columns.device, columns.sensor, columns.time, columns.value, columns.word],
  });
}

/** Notes that devices were heard; returns those that had been offline. `silentMs` is how long each may be silent from now. */
export async function recordLastSeen(
  client: pg.PoolClient,
  heard: readonly { id: number; silentMs: number }[],
): Promise<number[]> {
  if (heard.length === 0) return [];
  const ids = `{${heard.map((one) => one.id).join()}}`;
  await client.query({
    name: 'device-heard',
    text: `INSERT INTO device_state AS s (device_id, last_message_at, silent_until, online)
           SELECT d, now(), now() + ms * interval '1 millisecond', true FROM unnest($1::integer[], $2::integer[]) AS n(d, ms)
           ON CONFLICT (device_id) DO UPDATE SET last_message_at = excluded.last_message_at, silent_until = excluded.silent_until, online = true`,
    values: [ids, `{${heard.map((one) => one.silentMs).join()}}`],
  });
  const back = await client.query<{ id: number }>({
    name: 'device-back',
    text: `WITH back AS (UPDATE device SET online = true WHERE id = ANY ($1::integer[]) AND NOT online RETURNING id, company_id),
                logged AS (INSERT INTO device_log (device_id, company_id, kind) SELECT id, company_id, 'online' FROM back)
           SELECT id FROM back`,
    values: [ids],
  });
  return back.rows.map((row) => row.id);
}

/** Brings the battery of the device lists in line with the newest values; returns the levels of those that changed. */
export async function recordBattery(
  client: pg.PoolClient,
  ids: readonly number[],
): Promise<{ id: number; battery: number }[]> {
  if (ids.length === 0) return [];
  const done = await client.query<{ id: number; battery: number }>({
    name: 'device-battery',
    text: `UPDATE device d SET battery = round(l.value) FROM device_latest l
            WHERE d.id = ANY ($1::integer[]) AND l.device_id = d.id AND l.sensor_id = 1 AND d.battery IS DISTINCT FROM round(l.value)
           RETURNING d.id, d.battery`,
    values: [`{${ids.join()}}`],
  });
  return done.rows;
}

export type Silent = { id: number; companyId: number };

/** Marks devices offline that have been silent for too long and returns them; several workers may call it at once. */
export async function markOffline(client: pg.PoolClient): Promise<Silent[]> {
  const found = await client.query<{ id: number; company_id: number }>(
    `WITH late AS (SELECT device_id FROM device_state WHERE online AND silent_until < now() ORDER BY silent_until LIMIT 500 FOR UPDATE SKIP LOCKED),
          quiet AS (UPDATE device_state s SET online = false FROM late WHERE s.device_id = late.device_id RETURNING s.device_id),
          marked AS (UPDATE device d SET online = false FROM quiet WHERE d.id = quiet.device_id RETURNING d.id, d.company_id),
          logged AS (INSERT INTO device_log (device_id, company_id, kind) SELECT id, company_id, 'offline' FROM marked)
     SELECT id, company_id FROM marked`,
  );
  return found.rows.map((row) => ({ id: row.id, companyId: row.company_id }));
}
