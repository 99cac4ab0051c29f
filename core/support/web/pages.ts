import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';
import { chatPath, ticketsPath } from '../common/pages.ts';

/** The components of `ticketPages`. */
export const ticketScreens: Record<string, PageLoader> = {
  [ticketsPath]: () => import('./TicketsPage.tsx'),
  [chatPath]: () => import('./ChatPage.tsx'),
};
