export { newTicketAddress } from './addresses.ts';
export { OverdueTickets } from './OverdueTickets.tsx';
export { ticketScreens } from './pages.ts';
export { TicketsOfCompany } from './TicketsOfCompany.tsx';
