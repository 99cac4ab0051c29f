import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { packages } from '../app.ts';

export const packagesWeb = bindPages(packages, {
  'packages/external-orders': () => import('./ExternalOrdersPage.tsx'),
  'packages/add': () => import('./AddPackagePage.tsx'),
  'packages/add/{code}/{appName}': () => import('./RedeemPage.tsx'),
});
