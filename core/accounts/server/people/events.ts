declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** A person was removed from the company, suspended or deactivated. Emitted as the role that sees all rows. */
    'user.left': { id: number };
  }
}

export {};
