import { accessRoles, accessRoutes } from '#core/access/common/access.ts';
import { lockRoles } from '#core/access/common/lock-commands.ts';
import { accessPages } from '#core/access/common/pages.ts';
import { deviceApp, deviceAppNeeds, mapPage } from '#core/device-app/common/device-app.ts';
import { deviceHistoryPage, deviceHistoryRoutes } from '#core/devices/common/device-history.ts';
import { traccarRoles } from '#core/integrations/common/traccar-commands.ts';
import { printPages } from '#core/print/common/pages.ts';
import { verificationPage } from '#core/print/common/verification.ts';
import { schedulePages } from '#core/schedules/common/pages.ts';
import { companyScheduleRoutes } from '#core/schedules/common/schedule.ts';
import { deviceTokenRoutes } from '#core/subscriptions/common/token.ts';
import { personRoutes } from '#core/tracking/common/people.ts';
import { trackingRoutes } from '#core/tracking/common/tracking.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { analysisRoutes, solutionOverviewRoutes } from './common/analyses.ts';
import { coldRoutes, verifyColdPath } from './common/cold/cold-routes.ts';
import { commands, errors } from './common/commands.ts';
import { hardware, locks, sensorTypes, solutions } from './common/devices.ts';
import { padlockRoutes } from './common/lock-routes.ts';
import { market } from './common/market.ts';
import { parkingRoutes } from './common/parking.ts';

const devices = canDo('metrowatch.device', 'read');
const parts = deviceApp('metrowatch', {
  commands,
  paths: { templates: 'devices-templates' },
  board: 'analysis/dashboard',
  calls: ['countByStructure'],
});

/** Locks and who may open them, cold storage, and trackers of assets and people. */
export const metrowatch = defineApp({
  ...parts,
  id: 'metrowatch',
  brand: 'SmartTrack',
  web: '/SmartTrack',
  api: '/metrowatch',
  icon: 'key',
  needs: [...deviceAppNeeds, 'print', 'states', 'tracking', 'schedules', 'access', 'integrations', 'market'],
  routes: {
    ...parts.routes,
    ...accessRoutes('metrowatch'),
    padlock: padlockRoutes,
    cold: coldRoutes,
    parking: parkingRoutes,
    overview: solutionOverviewRoutes,
    analysis: analysisRoutes,
    deviceHistory: deviceHistoryRoutes('metrowatch'),
    tracking: trackingRoutes('metrowatch'),
    deviceToken: deviceTokenRoutes,
    person: personRoutes('metrowatch'),
    companySchedule: companyScheduleRoutes(),
  },
  access: { errors, models: locks },
  people: { errors },
  roles: { ...lockRoles, ...accessRoles, ...traccarRoles },
  pages: [
    page('', { redirects: ['devices/dashboard', 'alarms', 'groups/list'] }),
    page('devices/dashboard', {
      access: devices,
      sidebar: 'overview',
      order: 19,
      icon: 'layout-dashboard',
      texts: 'device-app',
    }),
    mapPage('metrowatch'),
    deviceHistoryPage('metrowatch'),
    ...accessPages('metrowatch', '/SmartTrack'),
    page('devices/device-lock/{id}', { access: devices, ahead: true }),
    page('devices/cold-storage/{id}', { access: devices, ahead: true }),
    verificationPage(verifyColdPath),
    page('devices/asset-tracker/{id}', { access: devices, ahead: true }),
    page('devices/external-tracking/{id}', { access: devices, ahead: true }),
    page('devices/personal-tracking/{id}', { access: devices, ahead: true }),
    page('devices/parking-occupancy/device/{id}', { access: devices, ahead: true }),
    ...printPages('cold-storage-report'),
    ...parts.pages,
    ...schedulePages(32),
  ],
  solutions,
  sensorTypes,
  hardware,
  market,
  widgets: { 'occupancy-timings': { place: 'app', size: [11, 2], unsupported: true } },
  alarms: {
    ...Object.fromEntries(
      [
        ...['jammed', 'door-held', 'unlocked-long', 'cover-open', 'shock'],
        ...['forced-open', 'wrong-codes', 'cable-cut', 'duress', 'revocation-pending'],
        ...['opened-out-of-hours', 'opened-outside-fence'],
        ...['temperature-high', 'temperature-excursion', 'door-open', 'compressor-fault', 'power-lost'],
        ...['fence-enter', 'fence-exit', 'dwell', 'moved-when-parked', 'no-position', 'speeding'],
        ...['fall', 'not-worn', 'left-zone', 'no-motion'],
        ...['overstay', 'occupied-out-of-hours'],
      ].map((kind) => [kind, { class: 'operational' }]),
    ),
    sos: { class: 'operational', escalatesAtOnce: true },
    'no-change': { class: 'status' },
    'calibration-soon': { class: 'status' },
    'calibration-due': { class: 'status' },
    'codes-drift': { class: 'status' },
    'code-capacity': { class: 'status' },
  },
});
