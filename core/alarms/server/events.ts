declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A person has added, changed or deleted rules of these devices alone. */
    'device-rules.changed': { ids: number[] };
  }
}

export {};
