import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { clearDeviceAlarms, raiseDeviceAlarms } from './raise-device-alarms.ts';

/** A device that does not report in time what a command asks for has an alarm until it does. */
export async function judgeFollowing(
  context: Emitting,
  { deviceId, kind, followed }: DomainEvents['command.followed'],
): Promise<void> {
  if (followed) return clearDeviceAlarms(context, [{ deviceId, kind }]);
  await raiseDeviceAlarms(context, [
    { deviceId, kind, class: 'operational', severity: 'problem', at: Date.now(), sensor: null, value: null },
  ]);
}
