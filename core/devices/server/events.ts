import type { PlacedDevice } from './placement.ts';

/** The state of an uninstalled device: in the inventory, to be installed again, or removed for good. */
export type UninstalledTo = 'inventory' | 'removed';

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A device is uninstalled; `device` still has its place. */
    'device.uninstalled': { device: PlacedDevice; to: UninstalledTo };
  }
}
