import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';
import { localityRoutes } from './common/police/locality.ts';
import { policePages } from './common/police/pages.ts';
import { premisesRoutes } from './common/police/premises.ts';

/** Intrusion alarm panels and their detectors, and the police that answers for their premises. */
export const defcon = defineApp({
  id: 'defcon',
  brand: 'ProTect',
  web: '/ProTect',
  api: '/defcon',
  icon: 'shield',
  needs: ['countries', 'accounts', 'places', 'devices', 'alarms', 'market'],
  personRoles: ['responder'],
  routes: { locality: localityRoutes, premises: premisesRoutes },
  pages: [...policePages],
  solutions,
  sensorTypes,
  hardware,
  market,
});
