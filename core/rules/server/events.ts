declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A person has added, changed or deleted rules of only these devices. */
    'device-rules.changed': { ids: number[] };
  }
}

export {};
