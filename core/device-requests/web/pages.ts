import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';
import { requestPath, requestsPath } from '../common/pages.ts';

/** The components of `requestPages`. */
export const requestScreens: Record<string, PageLoader> = {
  [requestsPath]: () => import('./RequestsPage.tsx'),
  [requestPath]: () => import('./RequestPage.tsx'),
};
