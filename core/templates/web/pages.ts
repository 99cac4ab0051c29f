import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';
import type { TemplatePath } from '../common/pages.ts';

const create = () => import('./CreateTemplatePage.tsx');

/** The components of the pages that `templatePages` declares. */
export const templateScreens = (path: TemplatePath): Record<string, PageLoader> => ({
  [`${path}/list`]: () => import('./TemplatesPage.tsx'),
  [`${path}/create`]: create,
  [`${path}/{id}/create`]: create,
  [`${path}/{id}/edit`]: () => import('./EditTemplatePage.tsx'),
  [`${path}/{id}/details`]: () => import('./TemplatePage.tsx'),
});
