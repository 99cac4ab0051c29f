export { newTicketAddress } from './addresses.ts';
export { ticketScreens } from './pages.ts';
