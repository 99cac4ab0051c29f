import { sql } from 'kysely';
import type { Shape } from '#core/places/common/geofence.ts';
import { geofenceShapes } from '#core/places/server/api.ts';
import { geometryOf } from '#core/tracking/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';

/** The largest error of a usable position at a door, in metres. */
const maxError = 100;

/** Refuses a geofence that does not exist or belongs to another company. */
export async function assertGeofence(tx: Tx, companyId: number, id: number): Promise<void> {
  const { rows } =
    await sql`SELECT FROM ${sql.raw(geofenceShapes)} f WHERE f.id = ${id} AND f.company_id = ${companyId}`.execute(tx);
  if (rows.length === 0) throw invalid('onlyInsideFence', 'notFound');
}

type Position = { lat: number; lng: number; accuracy: number } | undefined;
type Found = { word: string; code: string };

/** Why a link does not open at the position of the phone; null if it does. A deleted geofence allows no opening. */
export async function fenceRefusal(
  tx: Tx,
  { geofenceId, companyId }: { geofenceId: number | null; companyId: number },
  position: Position,
): Promise<Found | null> {
  if (geofenceId === null) return null;
  if (!position) return { word: 'link-needs-position', code: '020416' };
  if (position.accuracy > maxError) return { word: 'link-position-unsure', code: '020417' };
  const { rows } = await sql<{ shape: Shape }>`
    SELECT f.shape FROM ${sql.raw(geofenceShapes)} f WHERE f.id = ${geofenceId} AND f.company_id = ${companyId}`.execute(
    tx,
  );
  const [fence] = rows;
  return fence && geometryOf(fence.shape).distance(position) <= 0
    ? null
    : { word: 'link-outside-fence', code: '020418' };
}
