import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';
import { siaRoutes } from './common/sia.ts';

/** Intrusion alarm panels and their detectors. It sells its devices, and has no pages yet. */
export const defcon = defineApp({
  id: 'defcon',
  brand: 'ProTect',
  web: '/ProTect',
  api: '/defcon',
  icon: 'shield',
  needs: ['devices', 'market', 'places', 'telemetry'],
  personRoles: ['responder'],
  routes: { sia: siaRoutes },
  pages: [],
  solutions,
  sensorTypes,
  hardware,
  market,
});
