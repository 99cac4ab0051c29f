import { allTokensPath } from '#core/devices/common/token-pages.ts';
import { ticketScreens } from '#core/support/web/parts.tsx';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { management } from '../app.ts';

export const managementWeb = bindPages(management, {
  ...ticketScreens,
  [allTokensPath]: () => import('./TokensPage.tsx'),
});
