import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

/** Bays of car parks: free, occupied, reserved. It sells its devices, and has no pages yet. */
export const sparking = defineApp({
  id: 'sparking',
  brand: 'Smart Parking',
  web: '/smart-parking',
  api: '/sparking/api',
  icon: 'parking',
  needs: ['devices', 'market'],
  routes: {},
  pages: [],
  solutions,
  sensorTypes,
  hardware,
  market,
});
