import { floorAtLevel } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { storeImage } from '#platform/server/files.ts';
import { encodedImage } from '#platform/server/images.ts';
import type { Kit } from '#platform/server/kit.ts';
import { demoPlanFile } from './demo-plan.ts';
import { setPositions } from './placing.ts';

/** A plan of a demo structure's ground floor with devices that were installed there. */
export async function addDemoPlan(
  { tx, kit }: { tx: Tx; kit: Kit },
  at: { companyId: number; structureId: number },
  devices: readonly { id: number; x: number; y: number }[],
): Promise<void> {
  const floor = await floorAtLevel(tx, at.structureId, 0);
  if (!floor || devices.length === 0) return;
  const kept = await storeImage({ tx, kit }, at.companyId, await encodedImage(await demoPlanFile(), 'image'));
  const made = await tx
    .insertInto('layout')
    .values({ ...at, floorId: floor.id, name: floor.name, ...kept })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setPositions(
    tx,
    devices.map(({ id, x, y }) => ({ deviceId: id, layoutId: made.id, companyId: at.companyId, x, y })),
  );
}
