import { registeredApps } from '#platform/web/session/session.ts';
import { pageAddress } from '#platform/web/shell/routing/bind-pages.ts';
import { canOpen } from '#platform/web/shell/routing/first-page.ts';
import { appWithTickets, chatAddress, ticketsPath } from '../common/pages.ts';
import type { Ticket } from '../common/ticket.ts';

/** The prefix of the pages of tickets. */
const web = () => appWithTickets(registeredApps())?.web ?? '';

export const ticketsAddress = (): string => `${web()}/${ticketsPath}`;
export const ticketAddress = (ticket: { id: number; companyId: number }): string => chatAddress({ web: web() }, ticket);
/** The list with the form of a new ticket: about a device, following a closed ticket, about an order, or with a subject. */
export const newTicketAddress = (
  of: { device: number } | { follows: number } | { order: number; number: string } | { subject: string },
): string =>
  `${ticketsAddress()}?new=1&${new URLSearchParams(Object.entries(of).map(([name, value]) => [name, String(value)]))}`;

/** The pages of an order, that of its seller first. */
const orderPages = ['orders/{orderId}/{customerId}', 'market/my-orders/{orderId}'];

/** The page of the order of a ticket that the person may open; undefined for people who see no orders of the customer. */
export function orderAddressOf({ companyId, order, side }: Ticket): string | undefined {
  if (!order || side === 'desk') return undefined;
  const pages = registeredApps().flatMap((app) => app.pages.map((page) => ({ app, page })));
  const found = orderPages
    .flatMap((path) => pages.find(({ page }) => page.path === path) ?? [])
    .find(({ app, page }) => canOpen(app, page));
  return (
    found &&
    pageAddress(found.app, found.page).replace('{orderId}', String(order.id)).replace('{customerId}', String(companyId))
  );
}
