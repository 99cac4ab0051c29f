export { ticketsByCompany } from './ticket-counts.ts';
/** A ticket names an order of a company. */
export type NamedOrder = {
  companyId: number;
  orderId: number;
  /** The number of the order, set by the slice of orders; absent if there is no such order. */
  found(number: string): void;
};

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    'ticket.names-order': NamedOrder;
  }
}
