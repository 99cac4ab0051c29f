import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { geometryOf } from './fence-geometry.ts';

/** Evaluates the latest positions against a geofence that was added or redrawn. No event results: nothing has moved. */
export async function evaluateDrawnGeofence(
  { tx, actor }: Emitting,
  { id, companyId, shape, isReshaped }: DomainEvents['geofence.drawn'],
): Promise<void> {
  if (!isReshaped) return;
  const { box, distance } = geometryOf(shape);
  const [west, south, east, north] = box;
  // Beyond the 180th meridian the box goes on at the other side.
  const lngs = sql`(p.lng BETWEEN ${west} AND ${east} OR p.lng + 360 <= ${east} OR p.lng - 360 >= ${west})`;
  await bypassRls(tx, actor.scope, async () => {
    const near = await sql<{ id: number; lat: number; lng: number }>`
      SELECT p.device_id AS id, p.lat, p.lng FROM device_place p JOIN ${sql.raw(deviceFacts)} d ON d.id = p.device_id
       WHERE d.company_id = ${companyId} AND p.lat BETWEEN ${south} AND ${north} AND ${lngs} AND NOT p.coarse ORDER BY 1`.execute(
      tx,
    );
    const inside = near.rows.filter((place) => distance(place) <= 0).map((place) => place.id);
    await sql`DELETE FROM device_fence WHERE geofence_id = ${id} AND NOT (inside AND device_id = ANY (${inside}::integer[]))`.execute(
      tx,
    );
    await sql`INSERT INTO device_fence (device_id, geofence_id, inside, since, event)
      SELECT device, ${id}::integer, true, now(), false FROM unnest(${inside}::integer[]) AS device ON CONFLICT DO NOTHING`.execute(
      tx,
    );
    await sql`UPDATE fence_visit v SET left_at = p.time, left_lat = p.lat, left_lng = p.lng, exit_shown_at = p.time FROM device_place p
      WHERE v.geofence_id = ${id} AND v.left_at IS NULL AND p.device_id = v.device_id AND NOT p.device_id = ANY (${inside}::integer[])`.execute(
      tx,
    );
    await sql`INSERT INTO fence_visit (device_id, geofence_id, entered, late, entered_at, entered_lat, entered_lng, entry_shown_at)
      SELECT p.device_id, ${id}::integer, false, false, p.time, p.lat, p.lng, p.time FROM device_place p
       WHERE p.device_id = ANY (${inside}::integer[]) AND NOT EXISTS (SELECT FROM fence_visit v WHERE v.device_id = p.device_id AND v.geofence_id = ${id} AND v.left_at IS NULL)
      ON CONFLICT (device_id, geofence_id, entered_at) DO UPDATE SET left_at = NULL, left_lat = NULL, left_lng = NULL, exit_shown_at = NULL`.execute(
      tx,
    );
  });
}
