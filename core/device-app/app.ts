import { operations } from '#core/boards/common/audience.ts';
import { devicesPath } from '#core/devices/common/device-desk-address.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { gettingStartedRoutes, startAccess } from './common/getting-started.ts';
import { customersAccess, overviewRoutes } from './common/overview.ts';

/** The shared part of apps with devices: device list and pages, alarms, groups, catalogue, virtual devices and demo. */
export const deviceAppSlice = defineApp({
  kind: 'core',
  id: 'device-app',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'device-analytics',
  needs: [
    'countries',
    'accounts',
    'permissions',
    'boards',
    'places',
    'devices',
    'rules',
    'notifications',
    'commands',
    'subscriptions',
    'inventory',
    'fittings',
    'telemetry',
    'tracking',
    'alarms',
    'templates',
    'layouts',
    'support',
  ],
  routes: { gettingStarted: gettingStartedRoutes, overview: overviewRoutes },
  widgets: {
    'getting-started': { place: 'overview', size: [22, 2], call: 'gettingStarted.read', order: 0, banner: true },
    headline: {
      place: 'overview',
      size: [11, 1],
      initial: [22, 1],
      // With three lines below the open alarms, as many as there are with alarms of every severity.
      phoneHeight: 304,
      bare: true,
      call: 'overview.headline',
      offered: operations,
      order: 1,
    },
    customers: {
      place: 'overview',
      size: [9, 2],
      initial: [13, 2],
      call: 'overview.customers',
      offered: customersAccess,
      order: 2,
    },
    'worst-sites': {
      place: 'overview',
      size: [9, 2],
      initial: [13, 2],
      phoneHeight: 373,
      call: 'overview.sites',
      offered: operations,
      order: 3,
    },
    'sites-map': {
      place: 'overview',
      size: [8, 2],
      initial: [13, 4],
      fills: true,
      call: 'overview.map',
      offered: operations,
      order: 5,
    },
    'devices-readings': { place: 'app', size: [6, 2], initial: [16, 2], call: 'device.list', order: 2 },
    'solution-statistics': { place: 'app', size: [8, 1], unsupported: true },
  },
  pages: [
    page('all-devices', { redirects: [devicesPath] }),
    page(devicesPath, {
      access: 'signed-in',
      gathers: true,
      sidebar: 'daily',
      order: 2,
      icon: 'device-analytics',
      quick: { name: 'devices', icon: 'device-analytics', bar: 4 },
    }),
    page('getting-started', { access: startAccess, sidebar: 'settings', order: 1, icon: 'list-check' }),
    page('scan', { access: 'signed-in', quick: { name: 'scan', icon: 'scan', bar: 3, shortcut: 2 } }),
  ],
});
