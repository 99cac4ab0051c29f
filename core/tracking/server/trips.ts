import { sql } from 'kysely';
import { geofenceShapes } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { FenceVisit, TrackSegment, Trips } from '../common/tracking.ts';

/** The most segments and the most geofence events of a reply. */
const maxRows = 2000;

type SegmentRow = Omit<TrackSegment, 'from' | 'to' | 'start' | 'end'> & {
  startedAt: string;
  endedAt: string;
  startLat: number;
  startLng: number;
  endLat: number;
  endLng: number;
};
const isoOf = (time: string) => new Date(time).toISOString();

/** The segments and geofence visits of a device in a period, as the role that sees all rows. */
export async function tripsOf(
  tx: Tx,
  { id: device, companyId }: { id: number; companyId: number },
  from: number,
  to: number,
): Promise<Trips> {
  const start = sql`to_timestamp(${from}::float8 / 1000)`;
  const end = sql`to_timestamp(${to}::float8 / 1000)`;
  const segments = await sql<SegmentRow>`
    SELECT kind, started_at, ended_at, running, metres, top_speed, fixes, start_lat, start_lng, end_lat, end_lng FROM track_segment
     WHERE device_id = ${device} AND started_at < ${end} AND ended_at >= ${start} ORDER BY started_at LIMIT ${maxRows + 1}`.execute(
    tx,
  );
  const fences = await sql<FenceVisit>`
    SELECT e.kind, e.at, e.lat, e.lng, e.late, jsonb_build_object('id', g.id, 'name', g.name) AS geofence
      FROM (SELECT geofence_id, 'enter' AS kind, entered_at AS at, entered_lat AS lat, entered_lng AS lng, late FROM fence_visit
             WHERE device_id = ${device} AND entered AND entered_at >= ${start} AND entered_at < ${end}
            UNION ALL SELECT geofence_id, 'exit', left_at, left_lat, left_lng, late FROM fence_visit
             WHERE device_id = ${device} AND left_at >= ${start} AND left_at < ${end}) e
      JOIN ${sql.raw(geofenceShapes)} g ON g.id = e.geofence_id AND g.company_id = ${companyId} ORDER BY e.at LIMIT ${maxRows + 1}`.execute(
    tx,
  );
  return {
    hidden: null,
    truncated: segments.rows.length > maxRows || fences.rows.length > maxRows,
    segments: segments.rows
      .slice(0, maxRows)
      .map(({ startedAt, endedAt, startLat, startLng, endLat, endLng, ...rest }) => ({
        ...rest,
        from: isoOf(startedAt),
        to: isoOf(endedAt),
        start: { lat: startLat, lng: startLng },
        end: { lat: endLat, lng: endLng },
      })),
    fences: fences.rows.slice(0, maxRows).map((event) => ({ ...event, at: isoOf(event.at) })),
  };
}
