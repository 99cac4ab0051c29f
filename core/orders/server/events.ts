type OrderEvent = { id: number; companyId: number };

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** An order is paid or may proceed unpaid: its purchase order was approved, or the seller has confirmed it. */
    'order.confirmed': OrderEvent;
    /** All the money for an order has arrived. */
    'order.paid': OrderEvent;
    /** All units of an order have been created, except refunded ones. */
    'order.deployed': OrderEvent;
  }
}
