import { addDemoAppGeofences } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { points } from './vehicle-data.ts';

/** The places that vehicles go to, each with the circle by which visits are known. */
export async function addDemoPoints(tx: Tx, companyId: number): Promise<void> {
  const drawn = points.map(({ name, lat, lng, radius }) => ({
    name,
    shape: { kind: 'circle', center: { lat, lng }, radius } as const,
  }));
  const fences = await addDemoAppGeofences(tx, { companyId, appId: 'fleet' }, drawn);
  await tx
    .insertInto('fleetPointOfInterest')
    .values(
      points.map((point, n) => ({
        ...point,
        companyId,
        geofenceId: fences[n] as number,
      })),
    )
    .execute();
}
