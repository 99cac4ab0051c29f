import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';
import { templatePaths } from '../common/pages.ts';

const create = () => import('./CreateTemplatePage.tsx');

/** The components of the pages that `templatePages` declares. */
export const templateScreens: Record<string, PageLoader> = {
  [templatePaths.list]: () => import('./TemplatesPage.tsx'),
  [templatePaths.create]: create,
  [templatePaths.copy]: create,
  [templatePaths.edit]: () => import('./EditTemplatePage.tsx'),
  [templatePaths.details]: () => import('./TemplatePage.tsx'),
};
