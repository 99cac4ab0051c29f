import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

/** Vehicles, their journeys, drivers and jobs. It sells its devices, and has no pages yet. */
export const fleet = defineApp({
  id: 'fleet',
  brand: 'SmartDrive',
  web: '/SmartDrive',
  api: '/fleet/api',
  icon: 'car',
  needs: ['devices', 'market'],
  personRoles: ['Driver'],
  roleField: 'fleetRole',
  routes: {},
  pages: [],
  solutions,
  sensorTypes,
  hardware,
  market,
});
