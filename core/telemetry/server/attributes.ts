import { type CachedDevice, mergeDeviceAttributes } from '#core/devices/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { storeDeadLetter } from './dead-letters/dead-letter-store.ts';
import { parseStorable } from './intake/strict-json.ts';

const maxBytes = 8192;

/** The last work on the attributes of each device in this process. */
const working = new WeakMap<Kit, Map<number, Promise<void>>>();

/**
 * Merges a message into the attributes of a device, such as firmware and settings. Messages of a device that come before
 * earlier ones are stored wait for them: a list of codes must not be replaced by an older one.
 */
export function mergeAttributes(kit: Kit, device: CachedDevice, topic: string, payload: Buffer): Promise<void> {
  const last = working.get(kit) ?? new Map<number, Promise<void>>();
  working.set(kit, last);
  const merge = () => mergeNow(kit, device, topic, payload);
  const merged = (last.get(device.id) ?? Promise.resolve()).then(merge, merge);
  last.set(device.id, merged);
  const forget = () => {
    if (last.get(device.id) === merged) last.delete(device.id);
  };
  merged.then(forget, forget);
  return merged;
}

async function mergeNow(kit: Kit, device: CachedDevice, topic: string, payload: Buffer): Promise<void> {
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
