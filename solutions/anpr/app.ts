import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

/** Gates that open for the plates that they read. It sells its devices, and has no pages yet. */
export const anpr = defineApp({
  id: 'anpr',
  brand: 'Neuron',
  web: '/Neuron',
  api: '/anpr',
  icon: 'license',
  needs: ['devices', 'market'],
  routes: {},
  pages: [],
  solutions,
  sensorTypes,
  hardware,
  market,
});
