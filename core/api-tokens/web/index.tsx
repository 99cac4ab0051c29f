import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { apiTokens } from '../app.ts';

export const apiTokensWeb = bindPages(apiTokens, {
  'api-tokens/list': () => import('./ApiTokensPage.tsx'),
});
