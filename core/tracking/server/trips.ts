import { sql } from 'kysely';
import { geofenceShapes } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { FenceVisit, Trips } from '../common/tracking.ts';

/** The most segments and the most geofence events of a reply. */
const maxRows = 2000;

const isoOf = (time: string) => new Date(time).toISOString();

/** The segments and geofence visits of a device in a period, as the role that sees all rows. */
export async function tripsOf(
  tx: Tx,
  { id: device, companyId }: { id: number; companyId: number },
  from: number,
  to: number,
): Promise<Trips> {
  const start = sql<string>`to_timestamp(${from}::float8 / 1000)`;
  const end = sql<string>`to_timestamp(${to}::float8 / 1000)`;
  const segments = await tx
    .selectFrom('trackSegment')
    .select([
      'kind',
      'startedAt',
      'endedAt',
      'running',
      'metres',
      'topSpeed',
      'fixes',
      'startLat',
      'startLng',
      'endLat',
      'endLng',
      'source',
      'towed',
      'idleS',
      'drivingS',
      'pauses',
      'version',
    ])
    .where('deviceId', '=', device)
    .where('startedAt', '<', end)
    .where('endedAt', '>=', start)
    .orderBy('startedAt')
    .limit(maxRows + 1)
    .execute();
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
    truncated: segments.length > maxRows || fences.rows.length > maxRows,
    segments: segments
      .slice(0, maxRows)
      .map(({ startedAt, endedAt, startLat, startLng, endLat, endLng, idleS, drivingS, ...rest }) => ({
        ...rest,
        from: isoOf(startedAt),
        to: isoOf(endedAt),
        start: { lat: startLat, lng: startLng },
        end: { lat: endLat, lng: endLng },
        idleSeconds: idleS,
        drivingSeconds: drivingS,
        meanSpeed: rest.kind === 'trip' && drivingS ? (rest.metres / drivingS) * 3.6 : null,
      })),
    fences: fences.rows.slice(0, maxRows).map((event) => ({ ...event, at: isoOf(event.at) })),
  };
}
