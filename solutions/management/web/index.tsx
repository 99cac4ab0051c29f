import { requestScreens } from '#core/device-requests/web/parts.tsx';
import { ticketScreens } from '#core/support/web/parts.tsx';
import { bindPages, loadedLater } from '#platform/web/shell/routing/bind-pages.ts';
import { management } from '../app.ts';

const early = { ...ticketScreens, ...requestScreens, 'si/dashboard': () => import('./DashboardPage.tsx') };

export const managementWeb = bindPages(management, {
  ...early,
  ...loadedLater(
    management.pages.flatMap(({ path, redirects }) => (redirects || path in early ? [] : path)),
    () => import('./pages.ts'),
  ),
});
