declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A schedule has other hours. */
    'schedule.changed': { id: number };
    /** A schedule is about to be deleted; who uses it refuses. */
    'schedule.removed': { id: number };
  }
}

export {};
