import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { deviceHistoryPage, deviceHistoryRoutes } from '#core/devices/common/device-history.ts';
import { layoutRoutesAt } from '#core/layouts/common/mounted.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { commands } from './common/commands.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { market } from './common/market.ts';

const parts = deviceApp('sparking', {
  commands,
  board: 'analysis/dashboard',
  calls: ['suggestion', 'bulk', 'map', 'metadata', 'basic', 'model', 'user'],
});

/** Car parks and their bays: free, occupied or unknown, as their sensors report. */
export const sparking = defineApp({
  ...parts,
  id: 'sparking',
  brand: 'Smart Parking',
  web: '/smart-parking',
  api: '/sparking/api',
  icon: 'parking',
  needs: [...deviceAppNeeds, 'states', 'market'],
  routes: {
    ...parts.routes,
    deviceHistory: deviceHistoryRoutes('sparking'),
    layout: layoutRoutesAt('/layout'),
  },
  pages: [
    page('', { redirects: ['analysis/dashboard', 'devices/list'] }),
    ...parts.pages,
    page('devices/map', { sidebar: 'map', order: 24, icon: 'map-2', access: canDo('sparking.device', 'read') }),
    deviceHistoryPage('sparking'),
  ],
  solutions,
  sensorTypes,
  hardware,
  market,
});
