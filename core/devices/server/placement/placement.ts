import { sql } from 'kysely';
import { countDevices, placementsExist } from '#core/places/server/api.ts';
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
import type { BulkResult } from '../../common/placing/bulk.ts';
import { countChanges, deviceChanged, logDevice, logDevices } from '../device-changes.ts';
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

type Current = Pick<DevicePlacement, 'state' | keyof PlaceIds>;
/** The devices as they are now, locked: somebody may have moved or removed them since they were read. */
async function lockCurrent(tx: Tx, ids: readonly number[]): Promise<Map<number, Current>> {
  const rows = await tx
    .selectFrom('device')
    .select(['id', 'state', 'structureId', 'floorId', 'spaceId'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type Placing = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>;
type PlaceRefusal = Exclude<BulkResult, 'updated' | 'not-found'>;

/** `placeDevices` for one device, which refuses with 403 or 409. */
export async function placeDevice(context: Placing, device: DevicePlacement, target: TargetPlace): Promise<void> {
  const refused = (await placeDevices(context, [{ device, target }])).get(device.id);
  if (refused) throw refuse(refused === 'no-permission' ? 403 : 409, refused);
}

/**
 * Installs devices in places or moves them there, and updates the counts of structures and the log: the same statements
 * for any number of devices. Returns those that are refused by id, which stay where they are: the caller's groups must
 * allow installing in both structures, unless `mayPlace` decides otherwise, and removed devices and unknown places are
 * refused. A device that is there already is left alone.
 */
export async function placeDevices(
  context: Placing,
  wanted: readonly { device: DevicePlacement; target: TargetPlace }[],
  mayPlace: MayPlace = mayInstall,
): Promise<Map<number, PlaceRefusal>> {
  const refused = new Map<number, PlaceRefusal>();
  if (wanted.length === 0) return refused;
  const { tx, actor } = context;
  const current = await lockCurrent(
    tx,
    wanted.map(({ device }) => device.id),
  );
  const moves = wanted.map(({ device, target: { structureId, floorId = null, spaceId = null } }) => ({
    device: { ...device, ...current.get(device.id) },
    to: { structureId, floorId, spaceId },
  }));
  const exist = await placementsExist(
    tx,
    moves.map(({ device, to }) => ({ companyId: device.companyId, ...to })),
  );
  for (const [at, { device, to }] of moves.entries())
    if (!mayPlace(actor, device, to)) refused.set(device.id, 'no-permission');
    else if (device.state === 'removed') refused.set(device.id, 'device-removed');
    else if (!exist[at]) refused.set(device.id, 'place-not-found');
  await store(
    context,
    moves.filter(({ device, to }) => !refused.has(device.id) && !isAt(device, to)),
  );
  return refused;
}

type Move = { device: DevicePlacement; to: PlaceIds & { structureId: number } };

const isAt = ({ state, structureId, floorId, spaceId }: DevicePlacement, to: PlaceIds): boolean =>
  state === 'installed' && structureId === to.structureId && floorId === to.floorId && spaceId === to.spaceId;

/** Stores the moves of locked devices. */
async function store(context: Placing, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const { tx, actor } = context;
  const by = actor.session.user.id;
  const column = (pick: (move: Move) => number | null) => sql`${moves.map(pick)}::integer[]`;
  await sql`UPDATE device SET structure_id = n.structure_id, floor_id = n.floor_id, space_id = n.space_id, state = 'installed'
    FROM unnest(${column(({ device }) => device.id)}, ${column(({ to }) => to.structureId)}, ${column(({ to }) => to.floorId)}, ${column(({ to }) => to.spaceId)})
         AS n (id, structure_id, floor_id, space_id)
   WHERE device.id = n.id`.execute(tx);
  await countDevices(
    tx,
    moves.flatMap(({ device, to }) => countChanges(device, to.structureId)),
  );
  await emit(context, 'devices.moved', {
    moves: moves.map(({ device, to }) => ({ id: device.id, structureId: to.structureId })),
  });
  const installed = moves.filter(({ device }) => device.state === 'inventory');
  if (installed.length > 0)
    await emit(context, 'devices.installed', { ids: installed.map(({ device }) => device.id), by });
  await logDevices(
    tx,
    moves.map(({ device, to }) => ({
      device,
      kind: device.state === 'installed' ? 'moved' : 'installed',
      data: {
        from: { structureId: device.structureId, floorId: device.floorId, spaceId: device.spaceId },
        to,
      },
    })),
    by,
  );
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
  const device = { ...known, ...(await lockCurrent(context.tx, [known.id])).get(known.id) };
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
  await emit(context, 'devices.moved', { moves: [{ id, structureId: null }] });
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
type MayPlace = (actor: Actor, device: DevicePlacement, target: TargetPlace) => boolean;
const mayInstall: MayPlace = (actor, device, { structureId }) =>
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
