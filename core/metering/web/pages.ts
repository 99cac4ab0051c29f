import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';

/** The components of the pages that `tariffPages` declares. */
export const meteringPages: Record<string, PageLoader> = {
  'tariffs/list': () => import('./TariffsPage.tsx'),
  'tariffs/create': () => import('./CreateTariffPage.tsx'),
  'tariffs/edit/{id}': () => import('./EditTariffPage.tsx'),
};
