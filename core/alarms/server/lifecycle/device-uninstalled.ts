import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { endAlarms } from '../raising/clear.ts';

/** Closes the open alarms of an uninstalled device. */
export async function closeDeviceAlarms(
  context: Emitting,
  { device: { id }, to }: DomainEvents['device.uninstalled'],
): Promise<void> {
  await endAlarms(context, [{ deviceId: id }], to === 'removed' ? 'device-removed' : 'device-returned');
}
