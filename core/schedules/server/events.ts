declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** The hours of a schedule have changed. */
    'schedule.changed': { id: number };
    /** Sent before a schedule is deleted. A listener whose records refer to it refuses. */
    'schedule.removed': { id: number };
  }
}

export {};
