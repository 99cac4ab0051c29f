import type { DevicePlacement } from './placement/placement.ts';
import type { PathOfDevice } from './silence/paths.ts';
import type { OfflineDevice } from './silence/silence.ts';

/** The state of an uninstalled device: in the inventory, to be installed again, or removed for good. */
export type UninstalledTo = 'inventory' | 'removed';

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /**
     * The newest positions of devices are needed. A listener adds those that are known: `at` in milliseconds since 1970,
     * `speed` in km/h or null.
     */
    'devices.positions': { ids: readonly number[]; positions: Map<number, { at: number; speed: number | null }> };
    /** Devices of the inventory are installed; `by`: the person, null for the platform. */
    'devices.installed': { ids: readonly number[]; by: number | null };
    /** Devices have got another place; `structureId` is that of the new one, null for those taken out. */
    'devices.moved': { moves: readonly { id: number; structureId: number | null }[] };
    /** A device is uninstalled; `device` still has its place. */
    'device.uninstalled': { device: DevicePlacement; to: UninstalledTo };
    /** A device got another owner, as a new row; `id` is the row of the former one. */
    'device.transferred': { id: number; newId: number };
    /** A device has reported other values of these attributes than before. Emitted by the system. */
    'device.reported': { id: number; attributes: readonly string[] };
    /** Devices report again, or for the first time. Emitted by the system in the transaction of their messages. */
    'device.online': { devices: readonly { id: number; companyId: number }[] };
    /** Devices have not reported in time. Emitted by the system. */
    'device.offline': { devices: readonly OfflineDevice[] };
    /** Devices no longer report on these paths, although they may on others. Emitted by the system. */
    'path.lost': { paths: readonly PathOfDevice[] };
    /** Devices report again on paths that were lost. Emitted by the system. */
    'path.restored': { paths: readonly PathOfDevice[] };
    /** A device is suspended. */
    'device.suspended': { id: number };
    /** A device has reported these attributes, changed or not. Emitted by the system. */
    'device.described': { id: number; values: object };
  }
}

declare module '#platform/server/signals.ts' {
  interface Signals {
    /** A device has changed: its place, owner, template, model or validity. */
    'device.changed': { id: number };
    /** A device got another secret; connections with the former one are closed. */
    'credential.renewed': { id: number };
  }
}
