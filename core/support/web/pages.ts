import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';
import { chatPath, deskPath, reportPath, ticketsPath } from '../common/pages.ts';

/** The components of `ticketPages`. */
export const ticketScreens: Record<string, PageLoader> = {
  [ticketsPath]: () => import('./TicketsPage.tsx'),
  [chatPath]: () => import('./ChatPage.tsx'),
  [reportPath]: () => import('./ReportPage.tsx'),
  [deskPath]: () => import('./DeskPage.tsx'),
};
