import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';

/** The components of the pages that `tariffPages` declares. */
export const meteringPages: Record<string, PageLoader> = {
  'tariffs/list': () => import('./TariffsPage.tsx'),
  'tariffs/create': () => import('./CreateTariffPage.tsx'),
  'tariffs/edit/{id}': () => import('./EditTariffPage.tsx'),
};

/** The component of the page `analysis/compare` of an app that mounts `compareRoutes` as `analysis`. */
export const comparePage: PageLoader = () => import('./ComparePage.tsx');

/** The component of the page `analysis/consumption` of an app that mounts `consumptionRoutes` among `analysis`. */
export const consumptionPage: PageLoader = () => import('./ConsumptionPage.tsx');
