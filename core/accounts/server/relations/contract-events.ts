declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /**
     * A step of a request may have begun, changed, suspended or ended contracts of the company. Emitted as the role that
     * sees all rows.
     */
    'contract.changed': { clientId: number };
    /**
     * A contract no longer runs: its date has come, a side has ended it, or it was suspended. Emitted as the role that
     * sees all rows; once for each end.
     */
    'contract.ended': { providerId: number; clientId: number; cause: 'date' | 'disengaged' | 'suspended' };
  }
}

export {};
