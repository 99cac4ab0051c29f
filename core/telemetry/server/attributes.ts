import { type KnownDevice, mergeDeviceAttributes } from '#core/devices/server/api.ts';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { keepAside } from './dead-letters.ts';

const maxBytes = 8192;

/** Merges what a device says of itself (firmware, settings) into its attributes. */
export async function mergeAttributes(kit: Kit, device: KnownDevice, topic: string, payload: Buffer): Promise<void> {
  if (payload.length > maxBytes) return keepAside(kit, device, topic, payload, [{ param: '', msg: 'too-large' }]);
  let values: unknown;
  try {
    values = JSON.parse(payload.toString('utf8'));
  } catch {
    return keepAside(kit, device, topic, payload, [{ param: '', msg: 'broken-json' }]);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return keepAside(kit, device, topic, payload, [{ param: '', msg: 'not-an-object' }]);
  await inSystem(kit.db, (tx) => mergeDeviceAttributes(tx, device.id, values));
  kit.live.publish({ topic: `device:${device.id}`, type: 'attributes', companyId: device.companyId, data: values });
}
