import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { deviceHistoryPage, deviceHistoryRoutes } from '#core/devices/common/device-history.ts';
import { layoutRoutesAt } from '#core/layouts/common/mounted.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { bayAlarms, countAlarms } from './common/alarms.ts';
import { checkRoutes } from './common/check.ts';
import { commands } from './common/commands.ts';
import { counterRoutes, countRoutes } from './common/counter.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { groupRoutes } from './common/group.ts';
import { location, locationRoutes } from './common/location.ts';
import { market } from './common/market.ts';
import { planRoutes } from './common/plan.ts';
import { publicRoutes } from './common/public.ts';
import { slotRoutes } from './common/slot.ts';

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
  needs: [...deviceAppNeeds, 'countries', 'states', 'market', 'feeds', 'screens'],
  screenKinds: { board: { list: 'location.list' } },
  feedKinds: ['parking'],
  retention: { checkPhotos: { min: 30, default: 30, max: 30 } },
  routes: {
    ...parts.routes,
    deviceHistory: deviceHistoryRoutes('sparking'),
    layout: layoutRoutesAt('/layout'),
    location: locationRoutes,
    group: groupRoutes,
    slot: slotRoutes,
    counter: counterRoutes,
    count: countRoutes,
    public: publicRoutes,
    plan: planRoutes,
    slotCheck: checkRoutes,
  },
  pages: [
    page('', { redirects: ['analysis/dashboard', 'locations/list', 'devices/list'] }),
    ...parts.pages,
    page('locations/list', { sidebar: 'locations', order: 10, icon: 'parking', access: location.can('read') }),
    page('locations/add', { access: location.can('create') }),
    page('locations/edit/{id}', { access: location.can('update') }),
    page('locations/details/{id}', { access: location.can('read') }),
    page('devices/map', { sidebar: 'map', order: 24, icon: 'map-2', access: canDo('sparking.device', 'read') }),
    deviceHistoryPage('sparking'),
    page('/parking/{token}', {
      access: { public: 'printed at the gates of car parks' },
      layout: 'plain',
      light: 'sparking/parking',
    }),
  ],
  solutions,
  sensorTypes,
  hardware,
  market,
  alarmSubjects: { 'parking-slot': {}, 'parking-group': {}, 'parking-location': { page: 'locations/details/{id}' } },
  alarms: {
    ...Object.fromEntries([...bayAlarms, ...countAlarms].map((kind) => [kind, { class: 'operational' }])),
    ghosts: { class: 'status' },
  },
});
