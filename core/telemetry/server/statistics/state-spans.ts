import { sql } from 'kysely';
import { sensorRegistry } from '#core/devices/server/api.ts';
import { clipped, type StateSpan, spansOn } from '#platform/common/time/state-spans.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { storedReadings } from '../stored-rows.ts';

/**
 * The times within a period, in ms since 1970, in which sensors of a device reported that they are on, by sensor key of
 * the app. A report holds for
 * `gapMs` at most. Runs as the role that sees all rows.
 */
export async function spansOfSensors<Key extends string>(
  tx: Tx,
  { apps }: Pick<Kit, 'apps'>,
  {
    app,
    device,
    sensors,
    period,
    gapMs,
  }: { app: string; device: number; sensors: readonly Key[]; period: StateSpan; gapMs: number },
): Promise<Record<Key, StateSpan[]>> {
  const ids = sensors.map((key) => sensorRegistry(apps).named(app, key)?.id ?? 0);
  const rows = await sql<{ sensor: number; times: number[]; states: boolean[] }>`
    SELECT r.sensor_id AS sensor, array_agg(round(extract(epoch FROM r.time) * 1000)::float8 ORDER BY r.time) AS times, array_agg(r.value > 0 ORDER BY r.time) AS states
      FROM ${sql.raw(storedReadings)} r
     WHERE r.device_id = ${device} AND r.sensor_id = ANY (${ids}::integer[]) AND r.value IS NOT NULL
       AND r.time >= to_timestamp(${period.from - gapMs}::float8 / 1000) AND r.time < to_timestamp(${period.to}::float8 / 1000) GROUP BY 1`.execute(
    tx,
  );
  const until = Math.min(period.to, Date.now());
  const spans = sensors.map((key, i) => {
    const { times = [], states = [] } = rows.rows.find(({ sensor }) => sensor === ids[i]) ?? {};
    const reports = times.map((at, n) => ({ at, on: states[n] === true }));
    return [key, clipped(spansOn(reports, { until, gapMs }), period)] as const;
  });
  return Object.fromEntries(spans) as Record<Key, StateSpan[]>;
}
