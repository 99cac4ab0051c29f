import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { sites } from '../app.ts';

export const sitesWeb = bindPages(sites, {
  'structures/{structureId}': () => import('./SitePage.tsx'),
  'assets/structure/{structureId}': () => import('./ToSitePage.tsx'),
});
