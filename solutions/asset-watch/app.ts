import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

/** Where assets are, and who has them. It sells its devices, and has no pages yet. */
export const assetWatch = defineApp({
  id: 'asset-watch',
  brand: 'Asset Watch',
  web: '/asset-watch',
  api: '/asset-watch/api',
  icon: 'tags',
  needs: ['devices', 'market'],
  routes: {},
  pages: [],
  solutions,
  sensorTypes,
  hardware,
  market,
});
