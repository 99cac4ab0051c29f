import { storedReadings } from '#core/telemetry/server/api.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import { keyOf, type StateOf } from './state-keys.ts';
import type { Report } from './state-machine.ts';

/** Of which reports to read, in ms since 1970. */
export type Wanted = StateOf & {
  heartbeatId: number | null;
  unsureId: number | null;
  /** null: from the first on. */
  from: number | null;
  /** Until before this time; null: until now. */
  until: number | null;
  /** Begins with the last report of this value since `from` and not after `before`, if there is one. */
  steady: { value: number | null; before: number } | null;
};

/**
 * What sensors reported and people said, in the order of time and by sensor. Times are in ms since 1970. Channels have no
 * stored readings.
 */
export async function storedReports(tx: Tx, all: readonly Wanted[]): Promise<Map<string, Report[]>> {
  const { rows } = await queryText<{
    device_id: number;
    sensor_id: number;
    channel: string;
    times: number[];
    values: (number | null)[];
    kinds: Report['by'][];
  }>(tx, {
    name: 'state-reports',
    text: `WITH n AS MATERIALIZED (
             SELECT "deviceId" AS device_id, "sensorId" AS sensor_id, channel, "heartbeatId" AS heartbeat_id, "unsureId" AS unsure_id,
                    coalesce(steady.time, to_timestamp("from" / 1000), '-infinity') AS first, coalesce(to_timestamp(until / 1000), 'infinity') AS last
               FROM jsonb_to_recordset($1::jsonb) AS g ("deviceId" integer, "sensorId" integer, channel text, "heartbeatId" integer, "unsureId" integer, "from" float8, until float8, value float8, before float8)
               LEFT JOIN LATERAL (
                 SELECT r.time FROM ${storedReadings} r
                  WHERE channel = '' AND r.device_id = "deviceId" AND r.sensor_id = "sensorId" AND r.value IS NOT DISTINCT FROM g.value
                    AND r.time >= to_timestamp("from" / 1000) AND r.time <= to_timestamp(before / 1000)
                  ORDER BY r.time DESC LIMIT 1) steady ON true),
           report AS (
             SELECT n.device_id, n.sensor_id, n.channel, r.time, r.value,
                    CASE WHEN h.value = 1 THEN 'heartbeat' ELSE 'sensor' END AS kind
               FROM n JOIN ${storedReadings} r ON r.device_id = n.device_id AND r.sensor_id = n.sensor_id AND r.time >= n.first AND r.time < n.last
               LEFT JOIN ${storedReadings} h ON h.device_id = n.device_id AND h.sensor_id = n.heartbeat_id AND h.time = r.time
              WHERE n.channel = ''
             UNION ALL
             SELECT n.device_id, n.sensor_id, n.channel, r.time, NULL, 'sensor'
               FROM n JOIN ${storedReadings} r ON r.device_id = n.device_id AND r.sensor_id = n.unsure_id AND r.time >= n.first AND r.time < n.last AND r.value = 1
              WHERE n.channel = ''
             UNION ALL
             SELECT n.device_id, n.sensor_id, n.channel, c.time, c.value, 'person'
               FROM n JOIN state_correction c ON c.device_id = n.device_id AND c.sensor_id = n.sensor_id AND c.channel = n.channel AND c.time >= n.first AND c.time < n.last)
           SELECT device_id, sensor_id, channel, array_agg(${msSql('time')} ORDER BY time, kind, value NULLS LAST) AS times,
                  array_agg(value ORDER BY time, kind, value NULLS LAST) AS values, array_agg(kind ORDER BY time, kind, value NULLS LAST) AS kinds
             FROM report GROUP BY device_id, sensor_id, channel`,
    values: [JSON.stringify(all.map(({ steady, ...one }) => ({ ...one, ...steady })))],
  });
  return new Map(
    rows.map(({ device_id: deviceId, sensor_id: sensorId, channel, times, values, kinds }) => [
      keyOf({ deviceId, sensorId, channel }),
      times.map((at, i) => ({ at, value: values[i] ?? null, by: kinds[i] ?? 'sensor' })),
    ]),
  );
}
