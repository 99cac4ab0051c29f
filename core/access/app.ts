import { defineApp } from '#platform/common/define-app.ts';
import './common/manifest.ts';

/** Who may open locks, and when: holders, grants, codes on locks, links, and the log of openings. */
export const access = defineApp({
  kind: 'core',
  id: 'access',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'key',
  needs: [
    'accounts',
    'permissions',
    'places',
    'schedules',
    'devices',
    'telemetry',
    'alarms',
    'device-app',
    'notices',
    'print',
    'assets',
    'tracking',
  ],
  routes: {},
  pages: [],
});
