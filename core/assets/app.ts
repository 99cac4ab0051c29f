import { defineApp } from '#platform/common/define-app.ts';
import { assetRoutes } from './common/asset.ts';

/** A company's things of value and where they stand. */
export const assets = defineApp({
  kind: 'core',
  id: 'assets',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'box',
  needs: ['accounts', 'permissions', 'places'],
  routes: { asset: assetRoutes },
  pages: [],
});
