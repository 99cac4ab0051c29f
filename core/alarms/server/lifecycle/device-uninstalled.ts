import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { endAlarms } from '../raising/clear.ts';

/** Closes the open alarms of an uninstalled device. Open ones about other things are no longer shown at it. */
export async function closeDeviceAlarms(
  context: Emitting,
  { device: { id }, to }: DomainEvents['device.uninstalled'],
): Promise<void> {
  await context.tx
    .deleteFrom('alarmDevice')
    .where('deviceId', '=', id)
    .where('alarmId', 'in', (of) => of.selectFrom('alarm').select('id').where('closedAt', 'is', null))
    .execute();
  await endAlarms(context, [{ deviceId: id }], to === 'removed' ? 'device-removed' : 'device-returned');
}
