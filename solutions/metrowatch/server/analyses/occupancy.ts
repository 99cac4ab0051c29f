import { sql } from 'kysely';
import { analysedBy } from '#core/access/server/api.ts';
import { storedReadings } from '#core/telemetry/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { analysisRoutes } from '../../common/analyses.ts';
import { app, found, trackerSensorId } from './seen-devices.ts';

const parking = 20;
/** Between reports that are further apart than this, in seconds, the state is unknown: three intervals. */
const slotGap = 3 * 3600;

/** How long parking slots were occupied, and how often. */
export const occupancyTiming: Handlers<typeof analysisRoutes>['occupancyTiming'] = async (context) => {
  const of = await analysedBy(context, app);
  const devices = (await found(context, 'analysis', [parking])).map(({ id }) => id);
  const slots = of.devices ? devices.filter((id) => of.devices?.includes(id)) : devices;
  const days = (Date.parse(of.to) - Date.parse(of.from)) / dayMs;
  // A reading holds until the next one, at most for the gap.
  const held = sql`
    SELECT r.device_id, r.time, r.value > 0 AS occupied,
           least(lead(r.time) OVER w, r.time + ${slotGap} * interval '1 second', ${of.to}::timestamptz, now()) AS until,
           coalesce(lag(r.value > 0) OVER w, false) AS before
      FROM ${sql.raw(storedReadings)} r
     WHERE r.device_id = ANY (${slots}::integer[]) AND r.sensor_id = ${trackerSensorId(context, 'occupied')} AND r.time >= ${of.from}::timestamptz AND r.time < ${of.to}::timestamptz
    WINDOW w AS (PARTITION BY r.device_id ORDER BY r.time)`;
  const { hours, stays } = await bypassRls(context.tx, context.actor.scope, async () => ({
    hours: await sql<{ day: number; hour: number; occupied: number; known: number }>`
      WITH held AS (${held})
      SELECT (extract(dow FROM rasid_wall(h, ${of.zone}))::integer + 1) % 7 AS day, extract(hour FROM rasid_wall(h, ${of.zone}))::integer AS hour,
             coalesce(sum(extract(epoch FROM least(until, h + interval '1 hour') - greatest(time, h))) FILTER (WHERE occupied), 0)::float8 AS occupied,
             sum(extract(epoch FROM least(until, h + interval '1 hour') - greatest(time, h)))::float8 AS known
        FROM held, LATERAL generate_series(date_trunc('hour', time), until, interval '1 hour') h
       WHERE until > greatest(time, h) GROUP BY 1, 2`.execute(context.tx),
    stays: await sql<{ n: number; mean: number | null; median: number | null }>`
      WITH held AS (${held}), ended AS (
        SELECT occupied AND NOT before AS begins, extract(epoch FROM (min(time) FILTER (WHERE NOT occupied) OVER (PARTITION BY device_id ORDER BY time ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)) - time)::float8 AS seconds FROM held)
      SELECT count(*)::integer AS n, avg(seconds) AS mean, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median
        FROM ended WHERE begins AND seconds >= 60`.execute(context.tx),
  }));
  const sum = (pick: (row: (typeof hours.rows)[number]) => number) =>
    hours.rows.reduce((total, row) => total + pick(row), 0);
  const known = sum((row) => row.known);
  const matrix = Array.from({ length: 7 }, () => Array.from({ length: 24 }, (): number | null => null));
  for (const row of hours.rows)
    if (row.known > 0) (matrix[row.day] as (number | null)[])[row.hour] = row.occupied / row.known;
  const stay = stays.rows[0];
  return {
    zone: of.zone,
    slots: slots.length,
    occupied: known > 0 ? sum((row) => row.occupied) / known : null,
    sessions: stay?.n ?? 0,
    turnover: slots.length > 0 && days > 0 ? (stay?.n ?? 0) / slots.length / days : null,
    meanStay: stay?.mean ?? null,
    medianStay: stay?.median ?? null,
    hours: matrix,
  };
};
