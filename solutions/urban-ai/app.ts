import { defineApp } from '#platform/common/define-app.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

/** Cameras that count traffic and people in streets. It sells its devices, and has no pages yet. */
export const urbanAi = defineApp({
  id: 'urban-ai',
  brand: 'Urban AI',
  web: '/urban-ai',
  api: '/urban-ai',
  icon: 'building-skyscraper',
  needs: ['devices', 'market'],
  routes: {},
  pages: [],
  solutions,
  sensorTypes,
  hardware,
  market,
});
