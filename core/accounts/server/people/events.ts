declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A person was removed from the company, suspended or deactivated. Emitted as the role that sees all rows. */
    'user.left': { id: number };
    /** The account of a person has expired; it may be prolonged. Emitted as the role that sees all rows, once. */
    'user.expired': { id: number };
  }
}

export {};
