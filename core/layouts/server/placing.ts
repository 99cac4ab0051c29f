import { deviceChanged, deviceToPlace, placeDevice } from '#core/devices/server/api.ts';
import { companyToChange } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { layoutRoutes } from '../common/layout.ts';
import { readPlaced, visibleLayout } from './layout-rows.ts';

type Position = { deviceId: number; layoutId: number; companyId: number; x: number; y: number };

/** Where devices stand; each leaves the spot it had, on whatever plan. */
export async function setPositions(tx: Tx, positions: readonly Position[]): Promise<void> {
  await tx
    .insertInto('layoutDevice')
    .values([...positions])
    .onConflict((conflict) =>
      conflict.column('deviceId').doUpdateSet((row) => ({
        layoutId: row.ref('excluded.layoutId'),
        x: row.ref('excluded.x'),
        y: row.ref('excluded.y'),
      })),
    )
    .execute();
}

export const addDevice: Handlers<typeof layoutRoutes>['addDevice'] = async (context) => {
  const { tx, kit, actor, params, body, afterCommit } = context;
  const layout = await visibleLayout(tx, actor, params.id);
  const { structureId, floorId } = layout;
  const companyId = companyToChange(actor, layout.companyId);
  const device = await deviceToPlace(tx, actor, companyId, body.deviceId);
  const sameStructure = device.structureId === structureId;
  const sameFloor = floorId === null || device.floorId === floorId;
  if (!sameStructure || !sameFloor || device.state !== 'installed') {
    // The plan of a whole structure says nothing of floors and rooms; that of a floor nothing of rooms on it.
    const kept = sameStructure && sameFloor ? { floorId: device.floorId, spaceId: device.spaceId } : { floorId };
    await placeDevice(tx, actor, device, { structureId, ...kept });
  }
  await setPositions(tx, [{ deviceId: device.id, layoutId: params.id, companyId, x: body.x, y: body.y }]);
  afterCommit(() => deviceChanged(kit, device));
  const placed = (await readPlaced(tx, kit.apps, actor, params.id)).find((one) => one.id === device.id);
  // Installed into a structure that the caller's groups do not name.
  if (!placed) throw refuse(404, 'not-found');
  return placed;
};

export const deleteDevice: Handlers<typeof layoutRoutes>['deleteDevice'] = async (context) => {
  const { tx, kit, actor, params, body, afterCommit } = context;
  const layout = await visibleLayout(tx, actor, params.id);
  const companyId = companyToChange(actor, layout.companyId);
  const device = await deviceToPlace(tx, actor, companyId, body.deviceId);
  await tx.deleteFrom('layoutDevice').where('deviceId', '=', device.id).where('layoutId', '=', params.id).execute();
  afterCommit(() => deviceChanged(kit, device));
  return null;
};
