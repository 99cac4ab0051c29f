import { registeredApps } from '#platform/web/session/session.ts';
import { appWithTickets, chatAddress, ticketsPath } from '../common/pages.ts';

/** The prefix of the pages of tickets. */
const web = () => appWithTickets(registeredApps())?.web ?? '';

export const ticketsAddress = (): string => `${web()}/${ticketsPath}`;
export const ticketAddress = (ticket: { id: number; companyId: number }): string => chatAddress({ web: web() }, ticket);
/** The list with the form of a new ticket: about a device, following a closed ticket, or with the number of an order, or with a subject. */
export const newTicketAddress = (
  of: { device: number } | { follows: number } | { order: string } | { subject: string },
): string =>
  `${ticketsAddress()}?new=1&${Object.entries(of).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)}`;
