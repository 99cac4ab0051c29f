import { type SearchProvider, searchAddress, searchProvider } from '#platform/web/shell/search/search.ts';
import { ticketAddress, ticketsAddress } from './addresses.ts';
import { api } from './api.ts';

export const search: readonly SearchProvider[] = [
  searchProvider({
    name: 'pages.support-tickets',
    list: api.ticket.list,
    show: (ticket) => ({
      title: ticket.subject,
      subtitle: `${ticket.number} · ${ticket.company.name}`,
      to: ticketAddress(ticket),
    }),
    all: (text) => searchAddress(ticketsAddress(), text),
  }),
];
