import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

/** Traps and bait stations against rodents. It sells its devices, and has no pages yet. */
export const rodent = defineApp({
  id: 'rodent',
  brand: 'LessWaste',
  web: '/LessWaste',
  api: '/rodent',
  icon: 'bug',
  needs: ['devices', 'market'],
  personRoles: ['company', 'admin', 'supervisor'],
  routes: {},
  pages: [],
  solutions,
  sensorTypes,
  hardware,
  market,
});
