import { sql } from 'kysely';
import { geofenceShapes, structurePlaces } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { TrackerUsage } from '../common/tracking.ts';

/** A device that stands within this many metres of a structure is at it. */
const atStructureMetres = 200;
const metresOfDegree = 111_195;

type Period = { from: number; to: number };

/**
 * How much a device moved in a period and how long it was in geofences and at structures; `seen` limits which
 * structures are named. As the role that sees all rows.
 */
export async function usageOf(
  tx: Tx,
  { id: device, companyId }: { id: number; companyId: number },
  { from, to }: Period,
  seen: readonly number[] | null,
): Promise<TrackerUsage> {
  const start = sql`to_timestamp(${from}::float8 / 1000)`;
  const end = sql`least(to_timestamp(${to}::float8 / 1000), now())`;
  const moves = await sql<{ lastMovedAt: string | null; movingMs: number; periodMs: number }>`
    SELECT (SELECT max(ended_at) FROM track_segment WHERE device_id = ${device} AND kind = 'trip' AND started_at < ${end}) AS last_moved_at,
           coalesce((SELECT sum(extract(epoch FROM least(ended_at, ${end}) - greatest(started_at, ${start}))) FROM track_segment
                      WHERE device_id = ${device} AND kind = 'trip' AND started_at < ${end} AND ended_at > ${start}), 0)::float8 * 1000 AS moving_ms,
           greatest(extract(epoch FROM ${end} - ${start}), 0)::float8 * 1000 AS period_ms`.execute(tx);
  const fences = await sql<TrackerUsage['fences'][number]>`
    WITH stay AS (
      SELECT geofence_id, greatest(entered_at, ${start}) AS since, least(coalesce(left_at, ${end}), ${end}) AS until FROM fence_visit
       WHERE device_id = ${device} AND entered_at < ${end} AND (left_at IS NULL OR left_at > ${start}))
    SELECT jsonb_build_object('id', g.id, 'name', g.name) AS geofence, (sum(extract(epoch FROM s.until - s.since)) * 1000)::float8 AS ms, count(*)::integer AS visits
      FROM stay s JOIN ${sql.raw(geofenceShapes)} g ON g.id = s.geofence_id AND g.company_id = ${companyId} WHERE s.until > s.since GROUP BY g.id, g.name ORDER BY 2 DESC LIMIT 50`.execute(
    tx,
  );
  const metres = sql`${metresOfDegree} * sqrt((s.lat - k.start_lat) ^ 2 + ((s.lng - k.start_lng) * cos(radians(k.start_lat))) ^ 2)`;
  const structures = await sql<TrackerUsage['structures'][number]>`
    SELECT jsonb_build_object('id', s.id, 'name', s.name) AS structure, count(*)::integer AS visits,
           (sum(extract(epoch FROM least(k.ended_at, ${end}) - greatest(k.started_at, ${start}))) * 1000)::float8 AS ms
      FROM track_segment k CROSS JOIN LATERAL (
        SELECT s.id, s.name FROM ${sql.raw(structurePlaces)} s
         WHERE s.company_id = ${companyId} AND (${seen}::integer[] IS NULL OR s.id = ANY (${seen}::integer[])) AND ${metres} <= ${atStructureMetres}
         ORDER BY ${metres} LIMIT 1) s
     WHERE k.device_id = ${device} AND k.kind = 'stop' AND k.started_at < ${end} AND k.ended_at > ${start} GROUP BY s.id, s.name ORDER BY ms DESC LIMIT 50`.execute(
    tx,
  );
  const { lastMovedAt = null, movingMs = 0, periodMs = 0 } = moves.rows[0] ?? {};
  return {
    hidden: null,
    lastMovedAt,
    movingMs,
    utilisation: periodMs > 0 ? movingMs / periodMs : 0,
    fences: fences.rows,
    structures: structures.rows,
  };
}
