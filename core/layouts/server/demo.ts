import { floorAtLevel } from '#core/places/server/api.ts';
import { storeImage } from '#platform/server/files/files.ts';
import { encodedImage } from '#platform/server/files/images.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { demoPlanFile } from './demo-plan.ts';
import { setPositions } from './placing.ts';

/** Adds a layout of the ground floor of a demo structure with installed devices. */
export async function addDemoPlan(
  { tx, kit }: { tx: Tx; kit: Kit },
  place: { companyId: number; structureId: number },
  devices: readonly { id: number; x: number; y: number }[],
): Promise<void> {
  const floor = await floorAtLevel(tx, place.structureId, 0);
  if (!floor || devices.length === 0) return;
  const storedImage = await storeImage({ tx, kit }, place.companyId, await encodedImage(await demoPlanFile(), 'image'));
  const created = await tx
    .insertInto('layout')
    .values({ ...place, floorId: floor.id, name: floor.name, ...storedImage })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setPositions(
    tx,
    devices.map(({ id, x, y }) => ({ deviceId: id, layoutId: created.id, companyId: place.companyId, x, y })),
  );
}
