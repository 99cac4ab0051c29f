import { emit } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { deviceChanged, logDevice } from '../device-changes.ts';
import { visibleDevice } from '../lists/visible-device.ts';

type SuspendContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'> & { params: { id: number } };

/**
 * Suspends a device with a reason, or resumes it with null. Gateways close the connections of a suspended device. It is
 * offline without an alarm, since it was cut off on purpose. Idempotent.
 */
export async function suspendDevice(context: SuspendContext, app: string, reason: string | null): Promise<void> {
  const { tx, kit, actor, params, afterCommit } = context;
  const device = await visibleDevice(tx, actor, app, params.id, 'suspend');
  if (device.state === 'removed') throw refuse(409, 'device-removed');
  if (device.suspended === (reason !== null) && device.suspendedReason === reason) return;
  await tx
    .updateTable('device')
    .set({ suspended: reason !== null, suspendedReason: reason, ...(reason === null ? {} : { connection: 'offline' }) })
    .where('id', '=', device.id)
    .execute();
  if (reason !== null) await emit(context, 'device.suspended', { id: device.id });
  if (reason !== null)
    await bypassRls(tx, actor.scope, () =>
      tx.updateTable('deviceState').set({ online: false }).where('deviceId', '=', device.id).execute(),
    );
  await logDevice(tx, device, reason === null ? 'resumed' : 'suspended', actor, reason === null ? {} : { reason });
  afterCommit(() => deviceChanged(kit, device));
}
