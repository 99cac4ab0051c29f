import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';

/** What one chart asks; `from` and `to` in milliseconds since 1970, 0 seconds for the points as they were measured. */
export type Asked = { device: number; sensors: readonly number[]; from: number; to: number; seconds: number };
export type Point = { sensorId: number; t: number; mean: number; low: number; high: number };
type Range = readonly [from: number, to: number];

const hourMs = 3_600_000;
const maxRawPoints = 100_000;
const maxPointsOfReply = 20_000;
/** Days of each sensor that are read reading by reading for one reply. */
const maxSensorDays = 120;

const floorHour = (time: number) => Math.floor(time / hourMs) * hourMs;
const ceilHour = (time: number) => Math.ceil(time / hourMs) * hourMs;
const iso = (time: number) => new Date(time).toISOString();

/** Whether a bucket holds whole hours: at least one, wherever in an hour it begins. */
const holdsHours = ({ from, seconds }: Asked): boolean =>
  seconds >= 7200 || (seconds >= 3600 && seconds % 3600 === 0 && from % hourMs === 0);

/** Whether the answer comes within moments, however often the device measures. */
export function isReadable(asked: Asked): boolean {
  const { sensors, from, to, seconds } = asked;
  if (seconds === 0) return true;
  if ((sensors.length * (to - from)) / 1000 / seconds > maxPointsOfReply) return false;
  const hours = holdsHours(asked) ? cutHours(asked, to).length : (to - from) / hourMs;
  return (sensors.length * hours) / 24 <= maxSensorDays;
}

/** The points of a chart: of hours where whole ones lie in a bucket and are summed up, of readings elsewhere. */
export async function readPoints(tx: Tx, asked: Asked): Promise<Point[]> {
  if (asked.seconds === 0) return (await measured(asked).execute(tx)).rows;
  if (!holdsHours(asked)) return (await fromReadings(asked).execute(tx)).rows;
  const { device, from, to } = asked;
  const state = await sql<{ until: string; late: (string | number)[] }>`
    SELECT rolled_until AS until,
           ARRAY(SELECT DISTINCT (extract(epoch FROM hour) * 1000)::bigint FROM reading_late l WHERE l.device_id = r.device_id AND hour >= ${iso(floorHour(from))}::timestamptz AND hour < ${iso(to)}::timestamptz) AS late
      FROM reading_rollup r WHERE r.device_id = ${device}`.execute(tx);
  const [one] = state.rows;
  const until = one ? Math.min(Date.parse(one.until), floorHour(to)) : from;
  if (until <= ceilHour(from)) return (await fromReadings(asked).execute(tx)).rows;
  const cut = [...cutHours(asked, until), ...(one?.late ?? []).map(Number)];
  return (await fromHours(asked, until, ranges(cut, until)).execute(tx)).rows;
}

/** Hours that begin in one bucket and end in another. */
function cutHours({ from, seconds }: Asked, until: number): number[] {
  const hours: number[] = [];
  for (let at = from; at < until; at += seconds * 1000) if (at % hourMs !== 0) hours.push(floorHour(at));
  return hours;
}

/** Hours as stretches that do not touch. */
function ranges(hours: readonly number[], until: number): Range[] {
  const found: [number, number][] = [];
  for (const hour of [...new Set(hours)].filter((one) => one < until).sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last?.[1] === hour) last[1] = hour + hourMs;
    else found.push([hour, hour + hourMs]);
  }
  return found;
}

const ofSensors = ({ device, sensors }: Asked) =>
  sql`device_id = ${device} AND sensor_id = ANY (${sensors}::integer[])`;
const between = (column: string, from: number, to: number) =>
  sql`${sql.ref(column)} >= ${iso(from)}::timestamptz AND ${sql.ref(column)} < ${iso(to)}::timestamptz`;
const bucketOf = (column: string, { from, seconds }: Asked) =>
  sql`date_bin(make_interval(secs => ${seconds}), ${sql.ref(column)}, ${iso(from)}::timestamptz)`;

// The time of a bucket becomes a number after grouping: a numeric for each of 43,200 points costs as much as reading them.
const fromReadings = (asked: Asked) => sql<Point>`
  SELECT sensor_id, (extract(epoch FROM start) * 1000)::bigint AS t, mean, low, high
    FROM (SELECT sensor_id, ${bucketOf('time', asked)} AS start, avg(value) AS mean, min(value) AS low, max(value) AS high
            FROM reading
           WHERE ${ofSensors(asked)} AND ${between('time', asked.from, asked.to)} AND value IS NOT NULL
           GROUP BY 1, 2 ORDER BY 1, 2) bucket`;

const readingsOf = (asked: Asked) => sql`
  SELECT sensor_id, ${bucketOf('time', asked)} AS start, count(*) AS count, sum(value) AS sum, min(value) AS low, max(value) AS high`;

function fromHours(asked: Asked, until: number, raw: readonly Range[]) {
  const { from, to } = asked;
  const firsts = raw.map(([first]) => iso(Math.max(first, from)));
  const lasts = raw.map(([, last]) => iso(last));
  const cut = raw.flatMap(([first, last]) => {
    const hours: string[] = [];
    for (let hour = first; hour < last; hour += hourMs) hours.push(iso(hour));
    return hours;
  });
  return sql<Point>`
  SELECT sensor_id, (extract(epoch FROM start) * 1000)::bigint AS t, sum(sum) / sum(count) AS mean, min(low) AS low, max(high) AS high
    FROM (SELECT sensor_id, ${bucketOf('hour', asked)} AS start, sum(count) AS count, sum(sum) AS sum, min(low) AS low, max(high) AS high
            FROM reading_hour
           WHERE ${ofSensors(asked)} AND ${between('hour', ceilHour(from), until)} AND hour <> ALL (${cut}::timestamptz[])
           GROUP BY 1, 2
          UNION ALL
          ${readingsOf(asked)} FROM reading
           WHERE ${ofSensors(asked)} AND ${between('time', until, to)} AND value IS NOT NULL GROUP BY 1, 2
          UNION ALL
          ${readingsOf(asked)} FROM unnest(${firsts}::timestamptz[], ${lasts}::timestamptz[]) AS r(first, last)
           CROSS JOIN LATERAL (SELECT sensor_id, time, value FROM reading
             WHERE ${ofSensors(asked)} AND time >= r.first AND time < r.last AND ${between('time', from, until)} AND value IS NOT NULL) inner_reading
           GROUP BY 1, 2) part
   GROUP BY sensor_id, start ORDER BY sensor_id, start`;
}

const measured = (asked: Asked) => sql<Point>`
  SELECT sensor_id, (extract(epoch FROM time) * 1000)::bigint AS t, value AS mean, value AS low, value AS high
    FROM reading
   WHERE ${ofSensors(asked)} AND ${between('time', asked.from, asked.to)} AND value IS NOT NULL
   ORDER BY 1, 2 LIMIT ${maxRawPoints}`;
