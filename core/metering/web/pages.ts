import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';

/** The components of the pages that `tariffPages` declares. */
export const meteringPages: Record<string, PageLoader> = {
  'tariffs/list': () => import('./tariffs/TariffsPage.tsx'),
  'tariffs/create': () => import('./tariffs/CreateTariffPage.tsx'),
  'tariffs/edit/{id}': () => import('./tariffs/EditTariffPage.tsx'),
};

/** The component of the page `analysis/compare` of an app that mounts `compareRoutes` as `analysis`. */
export const comparePage: PageLoader = () => import('./compare/ComparePage.tsx');

/** The component of the page `analysis/consumption` of an app that mounts `consumptionRoutes` among `analysis`. */
export const consumptionPage: PageLoader = () => import('./ConsumptionPage.tsx');
