import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { Actor, Context, Handler } from '#platform/server/serve.ts';
import type { BulkItem, BulkResult, bulkRoute } from '../../common/placing/bulk.ts';
import { deviceChanged, renameDevices } from '../device-changes.ts';
import { withinResources } from '../lists/visible-device.ts';
import { type DevicePlacement, placeDevices, type TargetPlace } from './placement.ts';

type Seen = DevicePlacement & { name: string };
type Change = { device: Seen; name: string | undefined; target: TargetPlace | null };

/** Serves `bulkRoute` of an app. */
export const bulkHandler =
  (app: string): Handler<ReturnType<typeof bulkRoute>> =>
  (context) =>
    changeDevices(context, app, context.body.items);

/**
 * Changes devices of an app by the rules of the calls for one device: the same statements for any number of devices. A
 * device is changed as its item says, or not at all.
 */
export async function changeDevices(
  { tx, kit, actor, afterCommit }: Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>,
  app: string,
  items: readonly BulkItem[],
): Promise<{ id: number; result: BulkResult }[]> {
  const context = { tx, kit, actor, afterCommit };
  const results = new Map<number, BulkResult>();
  const seen = await lockSeen(tx, actor, app, items);
  const changes: Change[] = items.flatMap(({ id, name, structureId, floorId, spaceId }) => {
    const device = seen.get(id);
    if (!device) return [];
    const target = structureId === undefined ? null : { structureId, floorId, spaceId };
    if (name === undefined || hasAbilityOn(actor.session, app, 'device', 'update', device.structureId))
      return [{ device, name, target }];
    results.set(id, 'no-permission');
    return [];
  });
  const refused = await placeDevices(
    context,
    changes.flatMap(({ device, target }) => (target ? [{ device, target }] : [])),
  );
  for (const [id, refusal] of refused) results.set(id, refusal);
  const made = changes.filter(({ device }) => !refused.has(device.id));
  await renameDevices(
    tx,
    made.flatMap(({ device, name }) => (name === undefined ? [] : [{ device, name }])),
    actor.session.user.id,
  );
  for (const { device } of made) results.set(device.id, 'updated');
  afterCommit(() => {
    for (const { device } of made) deviceChanged(kit, device);
  });
  return items.map(({ id }) => ({ id, result: results.get(id) ?? 'not-found' }));
}

/** Those of the devices that the caller may see, locked in the order of their ids. */
async function lockSeen(tx: Tx, actor: Actor, app: string, items: readonly BulkItem[]): Promise<Map<number, Seen>> {
  const devices = await tx
    .selectFrom('device as t')
    .select(['id', 'companyId', 'app', 'solutionId', 'state', 'name', 'structureId', 'floorId', 'spaceId'])
    .where('id', '=', anyOf(items.map(({ id }) => id)))
    .where('app', '=', app)
    .where((eb) => eb.and(withinResources(actor, app)))
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(devices.map((device) => [device.id, device]));
}
