import type { AccessRule } from '#platform/common/access.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { answering, ticketAccess } from './ticket-access.ts';

export const ticketsPath = 'support/tickets';
export const chatPath = 'support/chat/{id}/{companyId}';
export const reportPath = 'support/report';
export const deskPath = 'support/desk';
const texts = 'support';
const access = ticketAccess('read');
const deskAccess: AccessRule = { ...ticketAccess('configure'), ...answering };

/** The pages of tickets, to be mounted by one app. Components: `supportPages` of the web parts. */
export const ticketPages = (): Page[] => [
  page(ticketsPath, { sidebar: 'support', order: 10, access, texts }),
  page(chatPath, { access, texts }),
  page(reportPath, { sidebar: 'support', order: 15, access: deskAccess, texts }),
  page(deskPath, { sidebar: 'support', order: 20, access: deskAccess, texts }),
];

/** The address of the chat of a ticket in the app that mounts the pages. */
export const chatAddress = ({ web }: { web: string }, { id, companyId }: { id: number; companyId: number }): string =>
  `${web}/${chatPath.replace('{id}', String(id)).replace('{companyId}', String(companyId))}`;

/** The app that mounts the pages of tickets; undefined if none does. */
export const appWithTickets = <App extends { pages: readonly Page[] }>(apps: readonly App[]): App | undefined =>
  apps.find(({ pages }) => pages.some(({ path }) => path === chatPath));
