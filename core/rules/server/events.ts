import type { OfflineDevice } from '#core/devices/server/api.ts';

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A person has added, changed or deleted rules of only these devices. */
    'device-rules.changed': { ids: number[] };
    /**
     * Devices that have not reported in time are about to raise an alarm each, in the transaction that marks them as
     * offline. A listener adds to `folded` those for which an alarm of its own stands. Emitted by the system.
     */
    'offline.raising': { devices: readonly OfflineDevice[]; folded: Set<number> };
  }
}
