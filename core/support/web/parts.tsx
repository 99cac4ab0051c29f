export { ticketScreens } from './pages.ts';
