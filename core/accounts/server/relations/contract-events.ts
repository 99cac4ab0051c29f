declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /**
     * A step of a request may have begun, changed, suspended or ended contracts of the company. Emitted as the role that
     * sees all rows. A contract that ends by its date emits nothing.
     */
    'contract.changed': { clientId: number };
  }
}

export {};
