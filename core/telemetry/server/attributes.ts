import { type CachedDevice, mergeDeviceAttributes } from '#core/devices/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { storeDeadLetter } from './dead-letters/dead-letter-store.ts';
import { parseStorable } from './intake/strict-json.ts';

const maxBytes = 8192;

/** Merges a message into the attributes of a device, such as firmware and settings. */
export async function mergeAttributes(kit: Kit, device: CachedDevice, topic: string, payload: Buffer): Promise<void> {
  const { value, fault } = parseStorable(payload, maxBytes);
  if (fault) return storeDeadLetter(kit, device, topic, payload, [fault]);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return storeDeadLetter(kit, device, topic, payload, [{ param: '', msg: 'not-an-object' }]);
  const stored = await emittingAsSystem(kit, kit.telemetry.db, (context) =>
    mergeDeviceAttributes(context, device.id, value),
  );
  if (!stored) return storeDeadLetter(kit, device, topic, payload, [{ param: '', msg: 'too-large' }]);
  kit.live.publish({ topic: `device:${device.id}`, type: 'attributes', companyId: device.companyId, data: value });
}
