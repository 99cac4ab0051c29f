declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** The subscriptions of devices will end within these days; each of the days of reminders comes once. Emitted by the system. */
    'subscription.ending': { subscriptions: readonly DeviceSubscription[]; days: number };
    /** The subscriptions of devices ended by their date, or were blocked. Each end comes once. */
    'subscription.ended': { subscriptions: readonly DeviceSubscription[]; cause: 'date' | 'blocked' };
  }
}

export type DeviceSubscription = { tokenId: number; deviceId: number; companyId: number };
