import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { analysisRoutes, Bucket } from '../../common/analysis.ts';
import { type Asked, isAsked } from './asked.ts';
import { instantOf, isCountedByBays } from './bay-spans.ts';
import { beginOf } from './place-sums.ts';
import { isItsVersion, isWithin, stayColumns, stayFigures } from './slot-list.ts';

type Reply = z.infer<typeof analysisRoutes.parkingCount.reply>;

/** How many vehicles came and left, by bucket and use of their bays. Those that only gates have counted have none. */
export async function stayCounts(tx: Tx, asked: Asked, bucket: Bucket): Promise<Omit<Reply, 'zone'>> {
  const { period, ids, groups, zone, use } = asked;
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${instantOf(period.from)} AND ${sql.raw(column)} < ${instantOf(period.to)}`;
  const ofBays = sql`sparking_stay y JOIN sparking_slot_version v ON ${isItsVersion} AND ${isAsked(asked)} AND ${isCountedByBays}
     WHERE y.location_id = ANY (${ids}::integer[]) AND ${isWithin(period)} AND y.counted`;
  const { rows } = await sql<Reply['rows'][number]>`
    SELECT start, use, sum(stays)::integer AS stays, sum(departures)::integer AS departures
      FROM (SELECT ${beginOf(bucket, zone, 'e.at')} AS start, v.use, e.stays, e.departures
              FROM sparking_stay y JOIN sparking_slot_version v ON ${isItsVersion} AND ${isAsked(asked)} AND ${isCountedByBays}
             CROSS JOIN LATERAL (VALUES (y.from_at, 1, 0), (y.to_at, 0, 1)) AS e (at, stays, departures)
             WHERE y.location_id = ANY (${ids}::integer[]) AND ${isWithin(period)} AND y.counted AND ${within('e.at')}
            UNION ALL
            SELECT ${beginOf(bucket, zone, 'q.at')}, NULL, q.arrivals, q.departures
              FROM sparking_quarter q JOIN sparking_group g ON g.id = q.group_id JOIN sparking_location l ON l.id = g.location_id
             WHERE q.location_id = ANY (${ids}::integer[]) AND (${groups}::integer[] IS NULL OR q.group_id = ANY (${groups}::integer[]))
               AND ${use ?? null}::text IS NULL AND coalesce(g.count_mode, l.count_mode) = 'counters' AND ${within('q.at')}) n
     GROUP BY start, use HAVING sum(stays) + sum(departures) > 0 ORDER BY start, use NULLS LAST`.execute(tx);
  const ended = await sql<
    Omit<Reply['total'], 'departures'>
  >`SELECT ${stayColumns} FROM ${stayFigures(period, ofBays)} y`.execute(tx);
  const { bins = [], ended: count = 0, endedSeconds = 0 } = ended.rows[0] ?? {};
  const sum = (key: 'stays' | 'departures') => rows.reduce((all, row) => all + row[key], 0);
  return { total: { stays: sum('stays'), departures: sum('departures'), bins, ended: count, endedSeconds }, rows };
}
