export { ticketsByCompany } from './ticket-counts.ts';
