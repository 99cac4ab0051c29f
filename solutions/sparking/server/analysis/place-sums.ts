import { type RawBuilder, sql } from 'kysely';
import { siteZone } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Bucket, PlaceSums } from '../../common/analysis.ts';
import { type Asked, isAsked } from './asked.ts';
import { instantOf, openAt } from './bay-spans.ts';
import { quarterSums } from './quarter-sums.ts';

export type Part = 'location' | 'group';
type Row = PlaceSums & { id: number; name: string; locationId: number; start: string };

/** The beginning of the bucket of a time, in a zone. Weeks begin on Saturday; a repeated hour is another one. */
export function beginOf(bucket: Bucket, zone: string, at: string): RawBuilder<string> {
  const time = sql.raw(at);
  return sql`CASE ${bucket}::text
    WHEN 'quarter' THEN date_bin('15 minutes', ${time}, 'epoch')
    WHEN 'hour' THEN ${time} - ((${time} AT TIME ZONE ${zone}) - date_trunc('hour', ${time} AT TIME ZONE ${zone}))
    WHEN 'week' THEN (date_trunc('week', (${time} AT TIME ZONE ${zone}) + interval '2 days') - interval '2 days') AT TIME ZONE ${zone}
    ELSE date_trunc(${bucket}::text, ${time} AT TIME ZONE ${zone}) AT TIME ZONE ${zone} END`;
}

/**
 * The quarters of a request: location_id, group_id, at, open, occupied, free, arrivals, departures and max. They are those
 * that are kept, or, of bays of one use, made of the same states.
 */
async function quartersOf(tx: Tx, asked: Asked, part: Part): Promise<RawBuilder<unknown>> {
  const { ids, groups, use, period } = asked;
  // The whole location has other groups as well.
  const byGroup = part === 'group' || groups !== null;
  const isPart = byGroup
    ? sql`q.group_id <> 0 AND (${groups}::integer[] IS NULL OR q.group_id = ANY (${groups}::integer[]))`
    : sql`q.group_id = 0`;
  if (use === undefined)
    return sql`(SELECT q.location_id, q.group_id, q.at, q.open_seconds AS open, q.occupied_seconds AS occupied, q.free_seconds AS free, q.arrivals, q.departures, q.max_occupied AS max
        FROM sparking_quarter q WHERE q.location_id = ANY (${ids}::integer[]) AND ${isPart} AND q.at >= ${instantOf(period.from)} AND q.at < ${instantOf(period.to)})`;
  const open = await openAt(tx, ids, period);
  return sql`(SELECT q.* FROM (${quarterSums({ locations: ids, period, open, counted: [], only: isAsked(asked) })}) q WHERE ${isPart})`;
}

const columns = sql`sum(open)::float8 AS open, sum(occupied)::float8 AS occupied, sum(free)::float8 AS free, (sum(open) - sum(occupied) - sum(free))::float8 AS unknown,
  sum(arrivals)::integer AS stays, sum(departures)::integer AS departures, max(max)::integer AS max`;

/** Whether a request has several quarters of one place at a time: a car park of which only some groups are asked for. */
const addsGroups = ({ groups }: Asked, part: Part): boolean => part === 'location' && groups !== null;

/** The sums of car parks or groups; by bucket, or of the whole period. */
export async function placeSums(tx: Tx, asked: Asked, part: Part, bucket: Bucket | null): Promise<Row[]> {
  const { from, to } = asked.period;
  const start = bucket === null ? instantOf(from) : beginOf(bucket, asked.zone, 't.at');
  const quarters = await quartersOf(tx, asked, part);
  const id = part === 'group' ? sql`q.group_id` : sql`q.location_id`;
  // The most at once is that of a quarter of the whole place.
  const ofPlaces = addsGroups(asked, part)
    ? sql`(SELECT q.location_id, 0 AS group_id, q.at, sum(q.open) AS open, sum(q.occupied) AS occupied, sum(q.free) AS free, sum(q.arrivals) AS arrivals,
                  sum(q.departures) AS departures, sum(q.max) AS max FROM ${quarters} q GROUP BY q.location_id, q.at)`
    : quarters;
  // The bucket of a quarter is found once, not for each place.
  const { rows } = await sql<Row>`
    SELECT s.*, ${part === 'group' ? sql`g.name` : sql`l.name`} AS name
      FROM (SELECT q.location_id, ${id} AS id, b.start, ${columns}
              FROM ${ofPlaces} q
              JOIN (SELECT t.at, ${start} AS start
                      FROM generate_series(${instantOf(from)}, ${instantOf(to)} - interval '1 microsecond', interval '15 minutes') AS t (at) OFFSET 0) b ON b.at = q.at
             GROUP BY 1, 2, 3) s
      JOIN sparking_location l ON l.id = s.location_id LEFT JOIN sparking_group g ON g.id = s.id
     ${part === 'group' ? sql`WHERE g.id IS NOT NULL` : sql``} ORDER BY start, name, id`.execute(tx);
  return rows;
}

type HourOfWeek = { day: number; hour: number; open: number; occupied: number; unknown: number };

/** The sums by weekday, Saturday first, and hour, in the zones of the car parks. */
export async function weekHours(tx: Tx, asked: Asked) {
  const quarters = await quartersOf(tx, asked, 'location');
  const { rows } = await sql<HourOfWeek>`
    SELECT (extract(dow FROM wall)::integer + 1) % 7 AS day, extract(hour FROM wall)::integer AS hour, sum(open)::float8 AS open, sum(occupied)::float8 AS occupied,
           (sum(open) - sum(occupied) - sum(free))::float8 AS unknown
      FROM (SELECT q.*, q.at AT TIME ZONE z.zone AS wall FROM ${quarters} q
              JOIN (SELECT l.id, ${siteZone('l.id', 'l.company_id')} AS zone FROM sparking_location l WHERE l.id = ANY (${asked.ids}::integer[])) z ON z.id = q.location_id) q
     GROUP BY 1, 2`.execute(tx);
  const of = new Map(rows.map(({ day, hour, ...sums }) => [`${day} ${hour}`, sums]));
  return Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_none, hour) => of.get(`${day} ${hour}`) ?? { open: 0, occupied: 0, unknown: 0 }),
  );
}

/** All of them together; the most at once is that of one place. */
export function added(all: readonly PlaceSums[]): PlaceSums {
  const total: PlaceSums = { open: 0, occupied: 0, free: 0, unknown: 0, stays: 0, departures: 0, max: 0 };
  for (const one of all) {
    for (const key of ['open', 'occupied', 'free', 'unknown', 'stays', 'departures'] as const) total[key] += one[key];
    total.max = Math.max(total.max, one.max);
  }
  return total;
}
