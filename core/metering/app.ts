import { defineApp } from '#platform/common/define-app.ts';
import './common/manifest.ts';

/** Meters, tariffs and bills of the apps that mount `meteringRoutes`. */
export const metering = defineApp({
  kind: 'core',
  id: 'metering',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'receipt',
  needs: ['accounts', 'permissions', 'places', 'print', 'devices', 'telemetry', 'alarms', 'device-app'],
  routes: {},
  pages: [],
});
