import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

/** Scooters and vehicles that people rent. It sells its devices, and has no pages yet. */
export const gm = defineApp({
  id: 'gm',
  brand: 'Global Mobility',
  web: '/mobility',
  api: '/gm',
  icon: 'scooter-electric',
  needs: ['devices', 'market'],
  personRoles: ['responder'],
  routes: {},
  pages: [],
  solutions,
  sensorTypes,
  hardware,
  market,
});
