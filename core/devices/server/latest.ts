import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import { renewedRise } from '../common/battery-forecast.ts';
import type { Connection } from '../common/connection.ts';

/** Columns of latest values, each as the text of a PostgreSQL array. */
export type LatestColumns = { device: string; sensor: string; time: string; value: string; word: string };

/** A stored value further in the future was written by a server with a wrong clock. Any other value replaces it. */
const futureTolerance = '1 minute';

/**
 * Updates latest values, never with an older one. At most one line for each device and sensor, sorted by both, so that
 * two batches cannot deadlock. Times are milliseconds since 1970.
 */
export async function recordLatest(tx: Tx, columns: LatestColumns): Promise<void> {
  await queryText(tx, {
    name: 'device-latest',
    text: `INSERT INTO device_latest AS l (device_id, sensor_id, time, value, word)
           SELECT d, s, to_timestamp(t / 1000.0), v, w FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::double precision[], $5::text[]) AS n(d, s, t, v, w)
           ON CONFLICT (device_id, sensor_id) DO UPDATE SET time = excluded.time, value = excluded.value, word = excluded.word
            WHERE excluded.time > l.time OR l.time > now() + interval '${futureTolerance}'`,
    values: [columns.device, columns.sensor, columns.time, columns.value, columns.word],
  });
}

/** When a device was last seen is written at most this often. Each time-out includes it. */
export const seenEveryMs = 5000;

/** A device whose connection has changed. */
export type Connected = { id: number; connection: Connection };

/** `motion` is null if no message reports it; its time is in milliseconds since 1970. */
export type HeardDevice = { id: number; offlineAfterMs: number; motion: { moving: boolean; at: number } | null };

/**
 * Records that devices have sent messages and returns those that were offline, with their connection now. Each is offline
 * again after `offlineAfterMs` without a message.
 */
export async function recordLastSeen(tx: Tx, seen: readonly HeardDevice[]): Promise<Connected[]> {
  if (seen.length === 0) return [];
  const ids = `{${seen.map((device) => device.id).join()}}`;
  await queryText(tx, {
    name: 'device-heard',
    text: `INSERT INTO device_state AS s (device_id, last_message_at, silent_until, online, moving, moving_at)
           SELECT d, now(), now() + ms * interval '1 millisecond', true, m, to_timestamp(t / 1000.0)
             FROM unnest($1::integer[], $2::bigint[], $3::boolean[], $4::bigint[]) AS n(d, ms, m, t)
           ON CONFLICT (device_id) DO UPDATE SET last_message_at = excluded.last_message_at, silent_until = excluded.silent_until, counted_from = NULL, online = true,
             moving = coalesce(excluded.moving, s.moving), moving_at = coalesce(excluded.moving_at, s.moving_at)`,
    values: [
      ids,
      `{${seen.map((device) => device.offlineAfterMs).join()}}`,
      `{${seen.map(({ motion }) => motion?.moving ?? 'NULL').join()}}`,
      `{${seen.map(({ motion }) => motion?.at ?? 'NULL').join()}}`,
    ],
  });
  const connected = await queryText<Connected>(tx, {
    name: 'device-back',
    text: `WITH back AS (UPDATE device d SET connection = CASE h.connectivity WHEN 'session' THEN 'online' ELSE 'sleeping' END
                         FROM device_hardware h WHERE h.id = d.hardware_id AND d.id = ANY ($1::integer[]) AND d.connection = 'offline'
                       RETURNING d.id, d.company_id, d.connection),
                logged AS (INSERT INTO device_log (device_id, company_id, kind) SELECT id, company_id, connection FROM back)
           SELECT id, connection FROM back`,
    values: [ids],
  });
  return connected.rows;
}

/** A level that rises by this much belongs to a new or charged battery: its forecast is outdated. */
const renewed = `round(l.value) >= d.battery + ${renewedRise}`;

/** Copies the latest battery values to the devices and returns those that changed, in percent. */
export async function recordBattery(tx: Tx, ids: readonly number[]): Promise<{ id: number; battery: number }[]> {
  if (ids.length === 0) return [];
  const updated = await queryText<{ id: number; battery: number }>(tx, {
    name: 'device-battery',
    text: `UPDATE device d SET battery = round(l.value),
                  battery_ends_at = CASE WHEN ${renewed} THEN NULL ELSE d.battery_ends_at END,
                  battery_forecast_at = CASE WHEN ${renewed} THEN NULL ELSE d.battery_forecast_at END
             FROM device_latest l
            WHERE d.id = ANY ($1::integer[]) AND l.device_id = d.id AND l.sensor_id = 1 AND d.battery IS DISTINCT FROM round(l.value)
           RETURNING d.id, d.battery`,
    values: [`{${ids.join()}}`],
  });
  return updated.rows;
}
