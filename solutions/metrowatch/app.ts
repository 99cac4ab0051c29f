import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

/** Locks, cold storage, and trackers of assets and people. It sells its devices, and has no pages yet. */
export const metrowatch = defineApp({
  id: 'metrowatch',
  brand: 'SmartTrack',
  web: '/SmartTrack',
  api: '/metrowatch',
  icon: 'key',
  needs: ['devices', 'market'],
  routes: {},
  pages: [],
  solutions,
  sensorTypes,
  hardware,
  market,
});
