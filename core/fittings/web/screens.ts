import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';

/** The component of `fittingsPage`. */
export const fittingsScreen: PageLoader = () => import('./FittingsPage.tsx');
