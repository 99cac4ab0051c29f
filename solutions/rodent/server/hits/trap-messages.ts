import { type RawBuilder, sql } from 'kysely';
import { storedEvents, storedReadings } from '#core/telemetry/server/api.ts';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import type { HitKind } from '../../common/hit.ts';
import type { Known, Observation } from './derive-hits.ts';

/** The sensors of traps, by what hits need of them. */
export const sensorIds = { counter: 1001, state: 1002, body: 1003, temperature: 13 } as const;

/** From when on messages of a trap are read, in ms since 1970. */
export type Since = { deviceId: number; since: number };

const wanted = (all: readonly Since[]): RawBuilder<unknown> =>
  sql`unnest(${all.map(({ deviceId }) => deviceId)}::integer[], ${all.map(({ since }) => since)}::float8[]) AS w (device_id, since)`;
/** What traps have reported since then, from the stored events and readings. Runs as the role that sees all rows. */
export async function observationsOf(tx: Tx, all: readonly Since[]): Promise<Map<number, Observation[]>> {
  type Row = Observation & { deviceId: number; kind: HitKind | null };
  const rows = await runPrepared(
    tx,
    'rodent-observations',
    sql<Row>`
    SELECT w.device_id, ${sql.raw(msSql('e.time'))} AS at, CASE WHEN e.kind = 'service' THEN 'reading' ELSE e.kind END AS heard, e.data ->> 'type' AS kind,
           (e.data ->> 'counter')::float8 AS counter, coalesce((e.data ->> 'body')::boolean, false) AS body, NULL::boolean AS sprung,
           NULL::float8 AS temperature, ${sql.raw(msSql('e.received_at'))} AS received_at
      FROM ${wanted(all)} JOIN ${sql.raw(storedEvents)} e ON e.device_id = w.device_id AND e.time >= to_timestamp(w.since / 1000)
     WHERE e.kind IN ('hit', 'rearm', 'service')
    UNION ALL
    SELECT w.device_id, ${sql.raw(msSql('r.time'))}, 'reading', NULL, max(r.value) FILTER (WHERE r.sensor_id = ${sensorIds.counter}),
           coalesce(bool_or(r.value = 1) FILTER (WHERE r.sensor_id = ${sensorIds.body}), false),
           bool_or(r.word = 'sprung') FILTER (WHERE r.sensor_id = ${sensorIds.state}),
           max(r.value) FILTER (WHERE r.sensor_id = ${sensorIds.temperature}), NULL
      FROM ${wanted(all)} JOIN ${sql.raw(storedReadings)} r ON r.device_id = w.device_id AND r.time >= to_timestamp(w.since / 1000)
     WHERE r.sensor_id = ANY (${Object.values(sensorIds)}::integer[])
     GROUP BY w.device_id, r.time`,
  );
  const found = rows.map(({ kind, ...row }) => ({ ...row, kind: kind ?? ('activation' as const) }));
  return Map.groupBy(found, ({ deviceId }) => deviceId);
}

/** What was known of traps just before then. Those that had reported nothing are left out. */
export async function knownBefore(tx: Tx, all: readonly Since[]): Promise<Map<number, Known>> {
  type Row = { deviceId: number; counterAt: number | null; counter: number | null; sprung: boolean | null };
  const rows = await runPrepared(
    tx,
    'rodent-known',
    sql<Row>`
    SELECT w.device_id, c.at AS counter_at, c.counter, s.sprung FROM ${wanted(all)}
      LEFT JOIN LATERAL (
        (SELECT ${sql.raw(msSql('r.time'))} AS at, r.value AS counter FROM ${sql.raw(storedReadings)} r
          WHERE r.device_id = w.device_id AND r.sensor_id = ${sensorIds.counter} AND r.time < to_timestamp(w.since / 1000) ORDER BY r.time DESC LIMIT 1)
        UNION ALL
        (SELECT ${sql.raw(msSql('e.time'))}, (e.data ->> 'counter')::float8 FROM ${sql.raw(storedEvents)} e
          WHERE e.device_id = w.device_id AND e.data ? 'counter' AND e.time < to_timestamp(w.since / 1000) ORDER BY e.time DESC, (e.data ->> 'counter')::float8 DESC LIMIT 1)
        ORDER BY at DESC, counter DESC LIMIT 1) c ON true
      LEFT JOIN LATERAL (
        (SELECT ${sql.raw(msSql('r.time'))} AS at, r.word = 'sprung' AS sprung FROM ${sql.raw(storedReadings)} r
          WHERE r.device_id = w.device_id AND r.sensor_id = ${sensorIds.state} AND r.time < to_timestamp(w.since / 1000) ORDER BY r.time DESC LIMIT 1)
        UNION ALL
        (SELECT ${sql.raw(msSql('e.time'))}, e.kind = 'hit' FROM ${sql.raw(storedEvents)} e
          WHERE e.device_id = w.device_id AND e.kind IN ('hit', 'rearm') AND e.data ->> 'type' IS DISTINCT FROM 'activity' AND e.time < to_timestamp(w.since / 1000) ORDER BY e.time DESC LIMIT 1)
        ORDER BY at DESC LIMIT 1) s ON true`,
  );
  return new Map(
    rows.flatMap(({ deviceId, counterAt, counter, sprung }) =>
      counterAt === null && sprung === null ? [] : [[deviceId, { at: counterAt ?? 0, counter, sprung }] as const],
    ),
  );
}
