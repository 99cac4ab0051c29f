import { sql } from 'kysely';
import { countDevices, placementExists } from '#core/places/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { emit } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, ListReply } from '#platform/server/serve.ts';
import type { Device } from '../../common/device.ts';
import { countChanges, deviceChanged, logDevice } from '../device-changes.ts';
import type { UninstalledTo } from '../events.ts';
import { removeLinks } from '../links.ts';
import { deviceRows } from '../lists/device-rows.ts';
import { visibleDevices } from '../lists/visible-devices.ts';

export type PlaceIds = { structureId: number | null; floorId: number | null; spaceId: number | null };
export type TargetPlace = {
  structureId: number;
  floorId?: number | null | undefined;
  spaceId?: number | null | undefined;
};
export type DevicePlacement = PlaceIds & Pick<Device, 'id' | 'companyId' | 'app' | 'solutionId' | 'state'>;

/** The device as it is now, locked: somebody may have moved or removed it since it was read. */
async function locked<Placed extends DevicePlacement>(tx: Tx, device: Placed): Promise<Placed> {
  const now = await tx
    .selectFrom('device')
    .select(['state', 'structureId', 'floorId', 'spaceId'])
    .where('id', '=', device.id)
    .forUpdate()
    .executeTakeFirst();
  return { ...device, ...now };
}

/**
 * Installs a device in a place or moves it there, and updates the counts of structures and the log. The caller's groups
 * must allow installing in both structures (403). Refuses removed devices and unknown places with 409.
 */
export async function placeDevice(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>,
  known: DevicePlacement,
  target: TargetPlace,
): Promise<void> {
  const { tx, actor } = context;
  const device = await locked(tx, known);
  if (!mayInstall(actor, device, target)) throw refuse(403, 'no-permission');
  if (device.state === 'removed') throw refuse(409, 'device-removed');
  if (!(await placementExists(tx, device.companyId, target))) throw refuse(409, 'place-not-found');
  const to = { structureId: target.structureId, floorId: target.floorId ?? null, spaceId: target.spaceId ?? null };
  await tx
    .updateTable('device')
    .set({ ...to, state: 'installed' })
    .where('id', '=', device.id)
    .execute();
  await countDevices(tx, countChanges(device, to.structureId));
  if (device.state === 'inventory')
    await emit(context, 'devices.installed', { ids: [device.id], by: actor.session.user.id });
  await logDevice(tx, device, device.state === 'installed' ? 'moved' : 'installed', actor, {
    from: { structureId: device.structureId, floorId: device.floorId, spaceId: device.spaceId },
    to,
  });
}

/**
 * Uninstalls a device: to the inventory, or removed for good. It is marked offline without an alarm, since it was
 * unplugged on purpose.
 */
export async function uninstallDevice(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>,
  known: DevicePlacement,
  to: UninstalledTo,
): Promise<void> {
  const device = await locked(context.tx, known);
  if (!mayTakeFrom(context.actor, device, 'update')) throw refuse(403, 'no-permission');
  if (device.state === 'removed') throw refuse(409, 'device-removed');
  if (device.state === to) throw refuse(409, 'device-in-inventory');
  await takeOut(context, device, to);
}

/** Takes a locked device out of its place or out of the inventory, without checking who requests it. */
export async function takeOut(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>,
  device: DevicePlacement,
  to: UninstalledTo,
): Promise<void> {
  const { tx, kit, actor, afterCommit } = context;
  const { id, structureId, floorId, spaceId } = device;
  await tx
    .updateTable('device')
    .set({ structureId: null, floorId: null, spaceId: null, state: to, connection: 'offline' })
    .where('id', '=', id)
    .execute();
  await bypassRls(tx, actor.scope, () =>
    tx.updateTable('deviceState').set({ online: false }).where('deviceId', '=', id).execute(),
  );
  await countDevices(tx, countChanges(device, null));
  await logDevice(tx, device, to === 'removed' ? 'removed' : 'returned', actor, {
    from: { structureId, floorId, spaceId },
  });
  await removeLinks(context, id);
  await emit(context, 'device.uninstalled', { device, to });
  afterCommit(() => deviceChanged(kit, device));
}

/** The devices that are not removed, with their places, locked in the order of their ids. */
export async function lockPlaced(tx: Tx, ids: readonly number[]): Promise<DevicePlacement[]> {
  return tx
    .selectFrom('device')
    .select(['id', 'companyId', 'app', 'solutionId', 'state', 'structureId', 'floorId', 'spaceId'])
    .where('id', '=', anyOf(ids))
    .where('state', '!=', 'removed')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** A device of the company of any app. Refuses with 404 if the caller may not see it. */
export async function deviceToPlace(tx: Tx, actor: Actor, companyId: number, id: number): Promise<DevicePlacement> {
  const devices = await sql<DevicePlacement>`
    SELECT t.id, t.company_id, t.app, t.solution_id, t.state, t.structure_id, t.floor_id, t.space_id FROM device t
     WHERE t.id = ${id} AND t.company_id = ${companyId} AND ${sql.join([sql`true`, ...visibleDevices(actor)], sql` AND `)}`.execute(
    tx,
  );
  const [device] = devices.rows;
  if (!device) throw refuse(404, 'not-found');
  return device;
}

/** A device of the inventory has no structure and can be taken by everybody. */
const mayTakeFrom = (
  { session }: Actor,
  { app, structureId }: DevicePlacement,
  action: 'install' | 'update',
): boolean => structureId === null || hasAbilityOn(session, app, 'device', action, structureId);
const mayInstall = (actor: Actor, device: DevicePlacement, { structureId }: TargetPlace): boolean =>
  mayTakeFrom(actor, device, 'install') && hasAbilityOn(actor.session, device.app, 'device', 'install', structureId);

/** A page of a company's devices of all apps that the caller may see. `where` adds conditions on `t`. */
export async function findDevices(
  tx: Tx,
  apps: readonly AppManifest[],
  actor: Actor,
  query: ListQuery,
  { companyId, where }: { companyId: number; where: readonly ReturnType<typeof sql>[] },
): Promise<ListReply<Device>> {
  const { ids, totalRecords } = await findIds(tx, {
    table: 'device',
    spec: { search: ['name', 'serial'], sort: ['name'], defaultSort: ['name', 'asc'] },
    query,
    scope: actor.scope,
    company: null,
    where: [sql`t.company_id = ${companyId}`, sql`t.state <> 'removed'`, ...visibleDevices(actor), ...where],
  });
  return { data: await deviceRows(tx, apps, ids), totalRecords };
}
