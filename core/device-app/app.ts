import { defineApp, page } from '#platform/common/define-app.ts';

import { gettingStartedRoutes, startAccess } from './common/getting-started.ts';

/** The shared part of apps with devices: device list and pages, alarms, groups, catalogue, virtual devices and demo. */
export const deviceAppSlice = defineApp({
  kind: 'core',
  id: 'device-app',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'device-analytics',
  needs: ['accounts', 'permissions', 'places', 'devices', 'telemetry', 'alarms', 'templates', 'layouts'],
  routes: { gettingStarted: gettingStartedRoutes },
  pages: [page('getting-started', { access: startAccess, sidebar: 'settings', order: 1, icon: 'list-check' })],
});
