import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { fittingRoutes, fittingsPage } from '#core/fittings/common/fitting.ts';
import { appReportRoutes, reportTemplateRoutes } from '#core/reports/common/app-report.ts';
import { trackingRoutes } from '#core/tracking/common/tracking.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { jobAlarms, paperAlarms, trackerAlarms, vehicleAlarms } from './common/alarms.ts';
import { analysisRoutes } from './common/analysis.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { driver, driverRoutes } from './common/drivers/driver.ts';
import { job, jobRoutes } from './common/jobs/job.ts';
import { market } from './common/market.ts';
import { geofenceGroupRoutes, geofenceRoutes } from './common/points/geofences.ts';
import { point, pointRoutes } from './common/points/point.ts';
import { reportSections } from './common/report-sections.ts';
import { plannedRoute, routeRoutes } from './common/routes/route.ts';
import { sharedPages } from './common/shared-pages.ts';
import { vehicleLogRoutes } from './common/vehicle/log.ts';
import { vehicleFileRoutes, vehicleGroupRoutes, vehicleMapRoutes, vehicleRoutes } from './common/vehicle/routes.ts';
import { vehicle } from './common/vehicle/vehicle.ts';

const timed = { place: 'app', period: true } as const;
const parts = deviceApp('fleet', {
  board: 'analysis/dashboard',
  paths: { 'rules/list': 'alarms/alarm-settings' },
  calls: ['basic', 'metadata', 'suggestion', 'bulk', 'user', 'country', 'city'],
});

/** Vehicles: where they are, how they are driven, their papers and trackers. */
export const fleet = defineApp({
  ...parts,
  id: 'fleet',
  brand: 'SmartDrive',
  web: '/SmartDrive',
  api: '/fleet/api',
  icon: 'car',
  needs: [...deviceAppNeeds, 'countries', 'tracking', 'groups', 'fittings', 'reports', 'market', 'schedules', 'roads'],
  scheduleUses: ['routes'],
  personRoles: ['Driver'],
  roleField: 'fleetRole',
  // Drivers see neither the vehicles of others nor where they are.
  offered: { notAppRoles: { app: 'fleet', roles: ['Driver'] } },
  routes: {
    ...parts.routes,
    tracking: trackingRoutes('fleet'),
    fitting: fittingRoutes('fleet'),
    vehicle: vehicleRoutes,
    vehicleFile: vehicleFileRoutes,
    vehicleGroup: vehicleGroupRoutes,
    vehicleLog: vehicleLogRoutes,
    vehicleMap: vehicleMapRoutes,
    driver: driverRoutes,
    job: jobRoutes,
    point: pointRoutes,
    route: routeRoutes,
    geofence: geofenceRoutes,
    geofenceGroup: geofenceGroupRoutes,
    analysis: analysisRoutes,
    report: appReportRoutes,
    reportTemplate: reportTemplateRoutes,
  },
  carriers: { vehicle: { page: 'vehicles/map-view/{id}', list: 'vehicle.list' } },
  pages: [
    page('', { redirects: ['vehicles/map-view', 'vehicles/vehicles-list', 'devices/list'] }),
    page('vehicles/map-view', { sidebar: 'vehicles', order: 9, icon: 'map-2', access: vehicle.can('read') }),
    page('vehicles/vehicles-list', { sidebar: 'vehicles', order: 10, icon: 'car', access: vehicle.can('read') }),
    page('vehicles/vehicles-groups', {
      sidebar: 'vehicles',
      order: 11,
      icon: 'folders',
      access: vehicleGroupRoutes.list.access,
    }),
    page('drivers/drivers-list', { sidebar: 'vehicles', order: 11.5, icon: 'id', access: driver.can('read') }),
    page('job-cards/kanban-view', { sidebar: 'jobs', order: 14, icon: 'layout-kanban', access: job.can('read') }),
    page('job-cards/job-list', { sidebar: 'jobs', order: 15, icon: 'clipboard-list', access: job.can('read') }),
    page('job-cards/job/{id}', { access: job.can('read') }),
    page('points-of-interests/list', {
      sidebar: 'vehicles',
      order: 12,
      icon: 'map-pin',
      access: point.can('read'),
    }),
    page('routes/routes', { sidebar: 'vehicles', order: 12.5, icon: 'route', access: plannedRoute.can('read') }),
    page('routes/create', { access: plannedRoute.can('create') }),
    page('routes/update/{id}', { access: plannedRoute.can('update') }),
    page('geofence/list', { sidebar: 'vehicles', order: 13, icon: 'map', access: geofenceRoutes.list.access }),
    page('geofence/add', { redirects: ['/core/geofence/create'] }),
    page('geofence/edit/{id}', { redirects: ['/core/geofence/edit/{id}'] }),
    page('vehicles/map-view/{id}', { access: vehicle.can('read'), ahead: true }),
    ...parts.pages,
    ...sharedPages,
    fittingsPage('fleet', 'devices/history'),
  ],
  search: [
    ...parts.search,
    { list: 'vehicle.list', icon: 'car' },
    { list: 'point.list', icon: 'map-pin' },
    { list: 'job.list', icon: 'clipboard-list' },
    { list: 'route.list', icon: 'route' },
  ],
  solutions,
  sensorTypes,
  hardware,
  market,
  reportSections,
  widgets: {
    'fleet-figures': { ...timed, size: [11, 1], initial: [22, 1], call: 'analysis.distance', order: 0.1 },
    'fleet-statuses': {
      place: 'app',
      size: [6, 2],
      initial: [7, 3],
      call: 'analysis.statuses',
      order: 0.2,
      fills: true,
    },
    'fleet-distance': {
      ...{ ...timed, size: [8, 2], initial: [15, 3], call: 'analysis.distance', order: 0.3 },
      fills: true,
    },
    'fleet-availability': {
      ...{ ...timed, size: [6, 2], initial: [7, 3], call: 'analysis.availabilities', order: 0.4 },
      fills: true,
    },
    'fleet-hours': {
      ...{ ...timed, size: [8, 2], initial: [15, 3], call: 'analysis.journeys', order: 0.5 },
      fills: true,
    },
    'fleet-most-driven': { ...timed, size: [7, 2], initial: [11, 3], call: 'analysis.vehicles', order: 0.6 },
  },
  alarms: Object.fromEntries([
    ...[...vehicleAlarms, ...paperAlarms, ...jobAlarms].map((kind) => [kind, { class: 'operational' }] as const),
    ...trackerAlarms.map((kind) => [kind, { class: 'status' }] as const),
  ]),
  alarmSubjects: {
    vehicle: { page: 'vehicles/map-view/{id}' },
    driver: { page: 'drivers/drivers-list' },
    'job-card': { page: 'job-cards/job/{id}' },
  },
});
