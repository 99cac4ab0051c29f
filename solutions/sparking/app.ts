import { alarmActionRoute } from '#core/alarms/common/alarm.ts';
import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { deviceHistoryPage, deviceHistoryRoutes } from '#core/devices/common/device-history.ts';
import { layoutRoutesAt } from '#core/layouts/common/mounted.ts';
import { printPages } from '#core/print/common/pages.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { bayAlarms, countAlarms, withStuckAnswer } from './common/alarms.ts';
import { analysisRoutes } from './common/analysis.ts';
import { checkRoutes } from './common/check.ts';
import { commands } from './common/commands.ts';
import { counterRoutes, countRoutes } from './common/counter.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { forecastRoutes } from './common/forecast.ts';
import { groupRoutes } from './common/group.ts';
import { location } from './common/location.ts';
import { locationRoutes } from './common/location-routes.ts';
import { market } from './common/market.ts';
import { pairingRoutes } from './common/pairing.ts';
import { placingRoutes } from './common/placing.ts';
import { planRoutes } from './common/plan/plan.ts';
import { publicRoutes } from './common/public.ts';
import { reservationRoutes } from './common/reservation.ts';
import { slotRoutes } from './common/slot.ts';
import { webhookEvents } from './common/webhook-events.ts';

const timed = { place: 'app', period: true } as const;
const parts = deviceApp('sparking', {
  commands,
  board: 'analysis/dashboard',
  calls: ['suggestion', 'map', 'metadata', 'basic', 'model', 'user'],
});

/** So that bays can be compared with the year before: 25 months. */
const bayPastDays = 761;
/** So that groups can be compared with the last five years. */
const groupPastDays = 1826;
const alarmClasses = withStuckAnswer(parts.alarmClasses);

/** Car parks and their bays: free, occupied or unknown, as their sensors report. */
export const sparking = defineApp({
  ...parts,
  id: 'sparking',
  brand: 'Smart Parking',
  web: '/smart-parking',
  api: '/sparking/api',
  icon: 'parking',
  needs: [...deviceAppNeeds, 'countries', 'states', 'market', 'feeds', 'screens', 'print'],
  screenKinds: { board: { list: 'location.list' } },
  feedKinds: ['parking'],
  retention: {
    checkPhotos: { min: 30, default: 30, max: 30 },
    bayPast: { min: bayPastDays, default: bayPastDays, max: bayPastDays },
    stays: { min: bayPastDays, default: bayPastDays, max: bayPastDays },
    groupPast: { min: groupPastDays, default: groupPastDays, max: groupPastDays },
  },
  routes: {
    ...parts.routes,
    stuck: { answer: alarmActionRoute('sparking', 'operational', alarmClasses.operational, 'answer') },
    deviceHistory: deviceHistoryRoutes('sparking'),
    layout: layoutRoutesAt('/layout'),
    location: locationRoutes,
    group: groupRoutes,
    slot: slotRoutes,
    counter: counterRoutes,
    count: countRoutes,
    public: publicRoutes,
    plan: planRoutes,
    analysis: analysisRoutes,
    forecast: forecastRoutes,
    slotCheck: checkRoutes,
    placing: placingRoutes,
    pairing: pairingRoutes,
    reservation: reservationRoutes,
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
    ...printPages('bay-labels'),
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
  widgets: {
    'parking-figures': { ...timed, size: [11, 1], initial: [22, 1], call: 'analysis.parkingCount', order: 0.1 },
    'parking-occupation': {
      ...{ ...timed, size: [8, 2], initial: [11, 3], call: 'analysis.locationOccupation', order: 0.2 },
      fills: true,
    },
    'parking-forecast': {
      place: 'app',
      size: [8, 2],
      initial: [11, 3],
      call: 'forecast.get',
      order: 0.25,
      fills: true,
    },
    'parking-hours': { ...timed, size: [11, 2], initial: [11, 3], call: 'analysis.locationOccupation', order: 0.3 },
    'parking-durations': { ...timed, size: [6, 2], initial: [11, 3], call: 'analysis.parkingCount', order: 0.4 },
    'parking-fullest': { ...timed, size: [6, 2], initial: [11, 3], call: 'analysis.mostOccupation', order: 0.5 },
    'parking-emptiest': { ...timed, size: [6, 2], initial: [11, 3], call: 'analysis.mostOccupation', order: 0.6 },
  },
  webhookEvents,
  alarmClasses,
  alarmSubjects: { 'parking-slot': {}, 'parking-group': {}, 'parking-location': { page: 'locations/details/{id}' } },
  alarms: {
    ...Object.fromEntries([...bayAlarms, ...countAlarms].map((kind) => [kind, { class: 'operational' }])),
    ghosts: { class: 'status' },
    'group-dark': { class: 'status' },
  },
});
