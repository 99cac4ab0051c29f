import { deviceById } from '#core/devices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { applyReports } from './apply-reports.ts';
import { keptStates, type StateOf } from './state-keys.ts';

export type Correction = StateOf & {
  /** null: a person says that it is unknown. */
  value: number | null;
  reason: string;
  userId: number;
};

/**
 * Sets the state of a sensor from now on, because a person knows better. It holds until the sensor reports a change. The
 * caller has checked that the person may; refuses with 404 if the states of the sensor are not kept.
 */
export async function correctState(context: Emitting, correction: Correction): Promise<void> {
  const { tx, kit, actor } = context;
  const { deviceId, sensorId, channel, value, reason, userId } = correction;
  const device = await deviceById(tx, deviceId);
  const kept = keptStates(kit.apps)
    .get(device?.hardwareId ?? 0)
    ?.find((one) => one.sensorId === sensorId);
  if (!device || !kept) throw refuse(404, 'not-found');
  const at = Date.now();
  await tx
    .insertInto('stateCorrection')
    .values({
      companyId: device.companyId,
      deviceId,
      sensorId,
      channel,
      time: new Date(at).toISOString(),
      value,
      reason,
      userId,
    })
    .execute();
  await bypassRls(tx, actor.scope, () =>
    applyReports(context, [{ deviceId, sensorId, channel, kept, reports: [{ at, value, by: 'person' }] }]),
  );
}
