import { deviceChanged, deviceToPlace, mayInstall, placeDevice } from '#core/devices/server/api.ts';
import { companyToChange } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { layoutRoutes } from '../common/layout.ts';
import { readPlaced, visibleLayout } from './layout-rows.ts';

/** The spot of a device; it leaves the one it had, on whatever plan. */
export async function setPosition(
  tx: Tx,
  spot: { deviceId: number; layoutId: number; companyId: number; x: number; y: number },
): Promise<void> {
  const { layoutId, x, y } = spot;
  await tx
    .insertInto('layoutDevice')
    .values(spot)
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet({ layoutId, x, y }))
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
    if (!mayInstall(actor, device.app, { structureId })) throw refuse(403, 'no-permission');
    // The plan of a whole structure says nothing of floors and rooms; that of a floor nothing of rooms on it.
    const kept = sameStructure && sameFloor ? { floorId: device.floorId, spaceId: device.spaceId } : { floorId };
    await placeDevice(tx, actor, device, { structureId, ...kept });
  }
  await setPosition(tx, { deviceId: device.id, layoutId: params.id, companyId, x: body.x, y: body.y });
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
