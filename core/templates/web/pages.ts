import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';

const create = () => import('./CreateTemplatePage.tsx');

/** The components of the pages that `templatePages` declares. */
export const templateScreens: Record<string, PageLoader> = {
  'templates/list': () => import('./TemplatesPage.tsx'),
  'templates/create': create,
  'templates/{id}/create': create,
  'templates/{id}/edit': () => import('./EditTemplatePage.tsx'),
  'templates/{id}/details': () => import('./TemplatePage.tsx'),
};
