import { sql } from 'kysely';
import type { z } from 'zod';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import type { analysisRoutes, Bucket, TrapPeriod } from '../../common/analysis.ts';
import { added, armedSpans, hitSums, hitsIn, type Period, type Sums, secondsOf, shownSums } from './trap-sums.ts';

type Asking = Pick<Context, 'tx' | 'actor'> & { query: TrapPeriod & { bucket: Bucket } };
type Reply = z.infer<typeof analysisRoutes.dateHits.reply>;
type Row = Sums & { start: string; activity: number; uncertain: number };

/** Weeks begin on Saturday. */
const beginOf = (bucket: Bucket, zone: string, at: string) =>
  bucket === 'week'
    ? sql`((date_trunc('week', (${at}::timestamptz AT TIME ZONE ${zone}) + interval '2 days') - interval '2 days') AT TIME ZONE ${zone})`
    : sql`(date_trunc(${bucket}, ${at}::timestamptz AT TIME ZONE ${zone}) AT TIME ZONE ${zone})`;

/** The hits of a period by hours, days, weeks or months of the company, and by hours of the week. */
export async function hitsByDate(context: Asking, period: Period): Promise<Reply> {
  const { tx, actor, query } = context;
  const zone = await zoneOfCompany(tx, companyOf(actor));
  const { from, to } = period;
  return bypassRls(tx, actor.scope, async () => {
    const { rows } = await sql<Row>`
      WITH begins AS (
             SELECT (g.at AT TIME ZONE ${zone}) AS at FROM generate_series(${beginOf(query.bucket, zone, from)} AT TIME ZONE ${zone}, ${to}::timestamptz AT TIME ZONE ${zone}, ${`1 ${query.bucket}`}::interval) g (at)),
           b AS (SELECT at AS start, greatest(at, ${from}::timestamptz) AS from_at, least(lead(at, 1, ${to}::timestamptz) OVER (ORDER BY at), ${to}::timestamptz) AS to_at FROM begins WHERE at < ${to}::timestamptz),
           a AS MATERIALIZED (SELECT x.spans FROM ${armedSpans(context, query, period)} x),
           h AS MATERIALIZED (SELECT x.* FROM ${hitsIn(context, query, period)} x)
      SELECT b.start, n.*, (SELECT coalesce(sum(${secondsOf('cut.spans')}), 0)::float8
                              FROM (SELECT a.spans * tstzmultirange(tstzrange(b.from_at, b.to_at)) AS spans FROM a) cut) AS seconds
        FROM b CROSS JOIN LATERAL (
             SELECT ${hitSums}, coalesce(sum(h.count) FILTER (WHERE h.kind = 'activity' AND h.verdict NOT IN ('false', 'service')), 0)::integer AS activity,
                    (count(*) FILTER (WHERE h.kind = 'activation' AND h.verdict NOT IN ('false', 'service') AND h.from_at < b.from_at))::integer AS uncertain
               FROM h WHERE h.at >= b.from_at AND h.at < b.to_at) n
       WHERE b.from_at < b.to_at ORDER BY b.start`.execute(tx);
    const timed = await sql<{ day: number; hour: number; n: number }>`
      SELECT ((extract(dow FROM h.at AT TIME ZONE ${zone})::integer + 1) % 7) AS day, extract(hour FROM h.at AT TIME ZONE ${zone})::integer AS hour, count(*)::integer AS n
        FROM ${hitsIn(context, query, period)} h WHERE h.kind = 'activation' AND h.from_at IS NULL AND h.verdict NOT IN ('false', 'service') GROUP BY 1, 2`.execute(
      tx,
    );
    const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
    for (const { day, hour, n } of timed.rows) (hours[day] ?? [])[hour] = n;
    return {
      zone,
      total: shownSums(added(rows)),
      buckets: rows.map(({ start, activity, uncertain, ...sums }) => ({
        start,
        activity,
        uncertain,
        ...shownSums(sums),
      })),
      hours,
    };
  });
}
