declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** These devices have another wearer than before, or none. */
    'wearers.changed': { ids: readonly number[] };
  }
}
