import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import type { Quality } from '../common/state-interval.ts';
import { keyOf, type StateOf } from './state-keys.ts';
import type { Ended } from './state-machine.ts';

/** The start of a stored interval, in ms since 1970. */
export type Start = { from: number; value: number | null; quality: Quality };
/** A stored interval; `to` is null if it lasts. */
export type Held = Start & { to: number | null };

export async function insertIntervals(tx: Tx, all: readonly (StateOf & { ended: readonly Ended[] })[]): Promise<void> {
  const rows = all.flatMap(({ deviceId, sensorId, channel, ended }) =>
    ended.map((one) => ({ ...one, deviceId, sensorId, channel })),
  );
  if (rows.length === 0) return;
  await queryText(tx, {
    name: 'state-interval-insert',
    text: `INSERT INTO state_interval (device_id, sensor_id, channel, time, ended_at, value, quality)
           SELECT d, s, c, to_timestamp(f / 1000), to_timestamp(t / 1000), v, q
             FROM unnest($1::integer[], $2::integer[], $3::text[], $4::float8[], $5::float8[], $6::float8[], $7::text[]) AS n (d, s, c, f, t, v, q)`,
    values: [
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ sensorId }) => sensorId),
      rows.map(({ channel }) => channel),
      rows.map(({ from }) => from),
      rows.map(({ to }) => to),
      rows.map(({ value }) => value),
      rows.map(({ quality }) => quality),
    ],
  });
}

/** A part of the past of a sensor, in ms since 1970: from `from` on, null for all, until before `until`, null for all. */
export type Past = StateOf & { from: number | null; until: number | null };

/** Deletes the intervals that start in these parts of the past. */
export async function deleteIntervals(tx: Tx, parts: readonly Past[]): Promise<void> {
  await queryText(tx, {
    name: 'state-interval-delete',
    text: `DELETE FROM state_interval i
            USING jsonb_to_recordset($1::jsonb) AS n ("deviceId" integer, "sensorId" integer, channel text, "from" float8, until float8)
            WHERE i.device_id = n."deviceId" AND i.sensor_id = n."sensorId" AND i.channel = n.channel
              AND i.time >= coalesce(to_timestamp(n."from" / 1000), '-infinity') AND i.time < coalesce(to_timestamp(n.until / 1000), 'infinity')`,
    values: [JSON.stringify(parts)],
  });
}

/**
 * For each sensor the last interval that it began itself, at `before` or earlier, and the first `most` intervals that
 * begin after `after`.
 */
export async function startsAround(
  tx: Tx,
  all: readonly (StateOf & { before: number; after: number })[],
  most: number,
): Promise<Map<string, { last: Held | null; next: Start[] }>> {
  const { rows } = await queryText<{
    device_id: number;
    sensor_id: number;
    channel: string;
    last: Held | null;
    next: Start[];
  }>(tx, {
    name: 'state-interval-around',
    text: `SELECT n."deviceId" AS device_id, n."sensorId" AS sensor_id, n.channel, last.start AS last, next.starts AS next
             FROM jsonb_to_recordset($1::jsonb) AS n ("deviceId" integer, "sensorId" integer, channel text, before float8, after float8)
             LEFT JOIN LATERAL (
               SELECT jsonb_build_object('from', ${msSql('i.time')}, 'to', ${msSql('i.ended_at')}, 'value', i.value, 'quality', i.quality) AS start FROM state_interval i
                WHERE i.device_id = n."deviceId" AND i.sensor_id = n."sensorId" AND i.channel = n.channel
                  AND i.time <= to_timestamp(n.before / 1000) AND i.quality <> 'corrected'
                ORDER BY i.time DESC LIMIT 1) last ON true
             CROSS JOIN LATERAL (
               SELECT coalesce(jsonb_agg(jsonb_build_object('from', ${msSql('f.time')}, 'value', f.value, 'quality', f.quality) ORDER BY f.time), '[]') AS starts
                 FROM (SELECT i.time, i.value, i.quality FROM state_interval i
                        WHERE i.device_id = n."deviceId" AND i.sensor_id = n."sensorId" AND i.channel = n.channel
                          AND i.time > to_timestamp(n.after / 1000) ORDER BY i.time LIMIT $2) f) next`,
    values: [JSON.stringify(all), most],
  });
  return new Map(
    rows.map(({ device_id: deviceId, sensor_id: sensorId, channel, last, next }) => [
      keyOf({ deviceId, sensorId, channel }),
      { last, next },
    ]),
  );
}
