import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { deviceHistoryPage, deviceHistoryRoutes } from '#core/devices/common/device-history.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { commands } from './common/commands.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

const parts = deviceApp('rodent', {
  commands,
  board: 'analysis/dashboard',
  paths: {
    'devices/list/solution/{solutionId}/device/{id}': 'devices/details/{id}',
    'groups/list': 'groups/main',
  },
  calls: ['structures', 'model', 'deviceLog', 'bulk'],
});

/** Traps and bait stations against rodents: what they report, their alarms and their places. */
export const rodent = defineApp({
  ...parts,
  id: 'rodent',
  brand: 'LessWaste',
  web: '/LessWaste',
  api: '/rodent',
  icon: 'bug',
  needs: [...deviceAppNeeds, 'market'],
  personRoles: ['company', 'admin', 'supervisor'],
  routes: { ...parts.routes, deviceHistory: deviceHistoryRoutes('rodent') },
  pages: [
    page('', { redirects: ['analysis/dashboard', 'alarms', 'groups/main'] }),
    ...parts.pages,
    deviceHistoryPage('rodent'),
  ],
  solutions,
  sensorTypes,
  hardware,
  market,
  alarms: {
    ...Object.fromEntries(['catch', 'activation', 'bait-low'].map((kind) => [kind, { class: 'operational' }])),
    'cover-open': { class: 'status' },
  },
});
