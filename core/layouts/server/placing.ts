import {
  type DevicePlacement,
  deviceChanged,
  deviceToPlace,
  placeDevice,
  uninstallDevice,
} from '#core/devices/server/api.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { layoutRoutes, PreviousPlacement } from '../common/layout.ts';
import { readPlacedDevices, visibleLayout } from './layout-rows.ts';

type Position = { deviceId: number; layoutId: number; companyId: number; x: number; y: number };

/** Sets positions of devices and replaces their previous ones on any layout. */
export async function setPositions(tx: Tx, positions: readonly Position[]): Promise<void> {
  await tx
    .insertInto('layoutItem')
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
  const companyId = changeableCompany(actor, layout.companyId);
  const device = await deviceToPlace(tx, actor, companyId, body.deviceId);
  const before = await readPreviousPlacement(tx, device);
  const sameStructure = device.structureId === structureId;
  const sameFloor = floorId === null || device.floorId === floorId;
  if (!sameStructure || !sameFloor || device.state !== 'installed') {
    // A layout of a structure does not define the floor, and a layout of a floor does not define the space.
    const floorAndSpace =
      sameStructure && sameFloor ? { floorId: device.floorId, spaceId: device.spaceId } : { floorId };
    await placeDevice(context, device, { structureId, ...floorAndSpace });
  }
  await setPositions(tx, [{ deviceId: device.id, layoutId: params.id, companyId, x: body.x, y: body.y }]);
  afterCommit(() => deviceChanged(kit, device));
  const placed = (await readPlacedDevices(context, params.id)).find((other) => other.id === device.id);
  // Installed in a structure that the caller may not see.
  if (!placed) throw refuse(404, 'not-found');
  return { ...placed, before };
};

async function readPreviousPlacement(tx: Tx, device: DevicePlacement): Promise<PreviousPlacement> {
  const { state, structureId, floorId, spaceId } = device;
  // Removed devices cannot be placed.
  if (state === 'removed') throw refuse(409, 'device-removed');
  const spot = await tx
    .selectFrom('layoutItem')
    .select(['layoutId', 'x', 'y'])
    .where('deviceId', '=', device.id)
    .executeTakeFirst();
  return { state, structureId, floorId, spaceId, spot: spot ?? null };
}

/** Restores the placement of a device: structure or inventory, and position on a layout. */
async function restorePlacement(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>,
  device: DevicePlacement,
  previous: PreviousPlacement,
): Promise<void> {
  const { tx, actor } = context;
  const { structureId, floorId, spaceId, spot } = previous;
  const moved = device.structureId !== structureId || device.floorId !== floorId || device.spaceId !== spaceId;
  if (structureId === null) {
    if (moved) await uninstallDevice(context, device, 'inventory');
    return;
  }
  if (moved) await placeDevice(context, device, { structureId, floorId, spaceId });
  if (!spot) return;
  const layout = await visibleLayout(tx, actor, spot.layoutId);
  if (layout.companyId !== device.companyId) throw refuse(404, 'not-found');
  await setPositions(tx, [{ ...spot, deviceId: device.id, companyId: device.companyId }]);
}

export const deleteDevice: Handlers<typeof layoutRoutes>['deleteDevice'] = async (context) => {
  const { tx, kit, actor, params, body, afterCommit } = context;
  const layout = await visibleLayout(tx, actor, params.id);
  const companyId = changeableCompany(actor, layout.companyId);
  const device = await deviceToPlace(tx, actor, companyId, body.deviceId);
  const deleted = await tx
    .deleteFrom('layoutItem')
    .where('deviceId', '=', device.id)
    .where('layoutId', '=', params.id)
    .executeTakeFirst();
  if (body.back && deleted.numDeletedRows > 0n) await restorePlacement(context, device, body.back);
  afterCommit(() => deviceChanged(kit, device));
  return null;
};
