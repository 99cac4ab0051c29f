declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A company has another time zone. Emitted as the role that sees all rows. */
    'company.zone-changed': { id: number; zone: string };
  }
}

export {};
