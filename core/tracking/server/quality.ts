import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { coarse, outlier } from '../common/fix-quality.ts';
import type { FixQuality } from '../common/tracking.ts';

export const noQuality = { fixes: 0, fixesPerHour: 0, accuracy: null, doubtful: 0, gaps: 0, gapMs: 0 };

/** How often and how precisely a device reported its position in a period, as the role that sees all rows. */
export async function qualityOf(tx: Tx, device: number, from: number, to: number): Promise<FixQuality> {
  const start = sql`to_timestamp(${from}::float8 / 1000)`;
  const end = sql`least(to_timestamp(${to}::float8 / 1000), now())`;
  const found = await sql<Omit<FixQuality, 'hidden'>>`
    SELECT p.fixes, p.accuracy, p.doubtful, p.fixes / greatest(extract(epoch FROM ${end} - ${start}) / 3600, 1)::float8 AS fixes_per_hour, g.gaps, g.gap_ms
      FROM (SELECT count(*)::integer AS fixes, percentile_cont(0.5) WITHIN GROUP (ORDER BY accuracy) AS accuracy,
                   (count(*) FILTER (WHERE flags & ${coarse | outlier} <> 0))::integer AS doubtful
              FROM device_position WHERE device_id = ${device} AND time >= ${start} AND time < ${end}) p
     CROSS JOIN (SELECT count(*)::integer AS gaps, coalesce(sum(extract(epoch FROM least(ended_at, ${end}) - greatest(started_at, ${start}))), 0)::float8 * 1000 AS gap_ms
                   FROM track_segment WHERE device_id = ${device} AND kind = 'gap' AND started_at < ${end} AND ended_at > ${start}) g`.execute(
    tx,
  );
  return { hidden: null, ...noQuality, ...found.rows[0] };
}
