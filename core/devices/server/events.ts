import type { KnownPlacement } from './placement.ts';

/** Where a device goes that leaves its place: into the inventory, to be installed again, or out of use for good. */
export type UninstalledTo = 'inventory' | 'removed';

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A device leaves the place where it was installed; `device` as it stood there. */
    'device.uninstalled': { device: KnownPlacement; to: UninstalledTo };
  }
}
