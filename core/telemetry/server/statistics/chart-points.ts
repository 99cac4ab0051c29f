import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

/** The query of a chart; `from` and `to` in milliseconds since 1970; `seconds` is the width of a bucket, 0 for raw points. */
export type ChartQuery = { device: number; sensors: readonly number[]; from: number; to: number; seconds: number };
/** A bucket with `n` readings. */
export type ChartBucket = { sensorId: number; t: number; mean: number; low: number; high: number; n: number };
type Range = readonly [from: number, to: number];

export const hourMs = 3_600_000;
const maxRawPoints = 100_000;
const maxPointsPerReply = 20_000;
/** The number of days, summed over the sensors, whose raw readings are read for one reply. */
const maxSensorDays = 120;

export const floorHour = (time: number) => Math.floor(time / hourMs) * hourMs;
export const ceilHour = (time: number) => Math.ceil(time / hourMs) * hourMs;
export const iso = (time: number) => new Date(time).toISOString();

/** Whether each bucket contains at least one whole hour. */
const hasWholeHours = ({ from, seconds }: ChartQuery): boolean =>
  seconds >= 7200 || (seconds >= 3600 && seconds % 3600 === 0 && from % hourMs === 0);

/** Whether the query reads few enough points to be answered quickly. */
export function isWithinLimits(query: ChartQuery): boolean {
  const { sensors, from, to, seconds } = query;
  if (seconds === 0) return true;
  if ((sensors.length * (to - from)) / 1000 / seconds > maxPointsPerReply) return false;
  const hours = hasWholeHours(query) ? splitHours(query, to).length : (to - from) / hourMs;
  return (sensors.length * hours) / 24 <= maxSensorDays;
}

/** The points of a chart, from rolled-up hours that are within a bucket and from readings elsewhere. */
export async function readPoints(tx: Tx, query: ChartQuery): Promise<ChartBucket[]> {
  if (query.seconds === 0) return (await rawPoints(query).execute(tx)).rows;
  if (!hasWholeHours(query)) return (await fromReadings(query).execute(tx)).rows;
  const { device, from, to } = query;
  const state = await sql<{ until: string; late: (string | number)[] }>`
    SELECT rolled_until AS until,
           ARRAY(SELECT DISTINCT (extract(epoch FROM hour) * 1000)::bigint FROM reading_late l WHERE l.device_id = r.device_id AND hour >= ${iso(floorHour(from))}::timestamptz AND hour < ${iso(to)}::timestamptz) AS late
      FROM reading_rollup r WHERE r.device_id = ${device}`.execute(tx);
  const [rollup] = state.rows;
  const until = rollup ? Math.min(Date.parse(rollup.until), floorHour(to)) : from;
  if (until <= ceilHour(from)) return (await fromReadings(query).execute(tx)).rows;
  const rawHours = [...splitHours(query, until), ...(rollup?.late ?? []).map(Number)];
  return (await fromHours(query, until, mergeHours(rawHours, until)).execute(tx)).rows;
}

/** The hours that are split between two buckets. */
function splitHours({ from, seconds }: ChartQuery, until: number): number[] {
  const hours: number[] = [];
  for (let at = from; at < until; at += seconds * 1000) if (at % hourMs !== 0) hours.push(floorHour(at));
  return hours;
}

/** Merges adjacent hours before `until` into ranges. */
function mergeHours(hours: readonly number[], until: number): Range[] {
  const mergeHours: [number, number][] = [];
  for (const hour of [...new Set(hours)].filter((hour) => hour < until).sort((a, b) => a - b)) {
    const last = mergeHours.at(-1);
    if (last?.[1] === hour) last[1] = hour + hourMs;
    else mergeHours.push([hour, hour + hourMs]);
  }
  return mergeHours;
}

export const ofSensors = ({ device, sensors }: Pick<ChartQuery, 'device' | 'sensors'>) =>
  sql`device_id = ${device} AND sensor_id = ANY (${sensors}::integer[])`;
export const betweenTimes = (column: string, from: number, to: number) =>
  sql`${sql.ref(column)} >= ${iso(from)}::timestamptz AND ${sql.ref(column)} < ${iso(to)}::timestamptz`;
const bucketOf = (column: string, { from, seconds }: ChartQuery) =>
  sql`date_bin(make_interval(secs => ${seconds}), ${sql.ref(column)}, ${iso(from)}::timestamptz)`;

// The bucket time is converted after grouping: converting each of 43,200 points costs as much as reading them.
const fromReadings = (query: ChartQuery) => sql<ChartBucket>`
  SELECT sensor_id, (extract(epoch FROM start) * 1000)::bigint AS t, mean, low, high, n
    FROM (SELECT sensor_id, ${bucketOf('time', query)} AS start, avg(value) AS mean, min(value) AS low, max(value) AS high, count(*) AS n
            FROM reading
           WHERE ${ofSensors(query)} AND ${betweenTimes('time', query.from, query.to)} AND value IS NOT NULL
           GROUP BY 1, 2 ORDER BY 1, 2) bucket`;

const readingsOf = (query: ChartQuery) => sql`
  SELECT sensor_id, ${bucketOf('time', query)} AS start, count(*) AS count, sum(value) AS sum, min(value) AS low, max(value) AS high`;

function fromHours(query: ChartQuery, until: number, raw: readonly Range[]) {
  const { from, to } = query;
  const firsts = raw.map(([first]) => iso(Math.max(first, from)));
  const lasts = raw.map(([, last]) => iso(last));
  const rawHours = raw.flatMap(([first, last]) => {
    const hours: string[] = [];
    for (let hour = first; hour < last; hour += hourMs) hours.push(iso(hour));
    return hours;
  });
  return sql<ChartBucket>`
  SELECT sensor_id, (extract(epoch FROM start) * 1000)::bigint AS t, sum(sum) / sum(count) AS mean, min(low) AS low, max(high) AS high, sum(count) AS n
    FROM (SELECT sensor_id, ${bucketOf('hour', query)} AS start, sum(count) AS count, sum(sum) AS sum, min(low) AS low, max(high) AS high
            FROM reading_hour
           WHERE ${ofSensors(query)} AND ${betweenTimes('hour', ceilHour(from), until)} AND hour <> ALL (${rawHours}::timestamptz[])
           GROUP BY 1, 2
          UNION ALL
          ${readingsOf(query)} FROM reading
           WHERE ${ofSensors(query)} AND ${betweenTimes('time', until, to)} AND value IS NOT NULL GROUP BY 1, 2
          UNION ALL
          ${readingsOf(query)} FROM unnest(${firsts}::timestamptz[], ${lasts}::timestamptz[]) AS r(first, last)
           CROSS JOIN LATERAL (SELECT sensor_id, time, value FROM reading
             WHERE ${ofSensors(query)} AND time >= r.first AND time < r.last AND ${betweenTimes('time', from, until)} AND value IS NOT NULL) inner_reading
           GROUP BY 1, 2) part
   GROUP BY sensor_id, start ORDER BY sensor_id, start`;
}

const rawPoints = (query: ChartQuery) => sql<ChartBucket>`
  SELECT sensor_id, (extract(epoch FROM time) * 1000)::bigint AS t, value AS mean, value AS low, value AS high, 1 AS n
    FROM reading
   WHERE ${ofSensors(query)} AND ${betweenTimes('time', query.from, query.to)} AND value IS NOT NULL
   ORDER BY 1, 2 LIMIT ${maxRawPoints}`;
