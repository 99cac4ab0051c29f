import { activeAt, DeviceDirectory } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';

/** Whether the device has an active subscription now. */
export async function tokenActive(kit: Kit, id: number): Promise<boolean> {
  const directory = directoryOf(kit);
  await directory.load([id]);
  const device = directory.peek(id);
  return device !== undefined && activeAt(device, Date.now());
}

const directories = new WeakMap<Kit, DeviceDirectory>();

/** The device directory of the process. */
export function directoryOf(kit: Kit): DeviceDirectory {
  let directory = directories.get(kit);
  if (!directory) {
    directory = new DeviceDirectory(kit);
    directories.set(kit, directory);
  }
  return directory;
}
