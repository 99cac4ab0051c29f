import { defineApp, page } from '#platform/common/define-app.ts';
import { ownTrackingRoutes } from './common/people.ts';

/** Positions of devices: their tracks, stops and trips, and the geofences that they enter and leave. */
export const tracking = defineApp({
  kind: 'core',
  id: 'tracking',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'map-pin',
  needs: ['countries', 'accounts', 'permissions', 'places', 'schedules', 'devices', 'telemetry'],
  routes: { ownTracking: ownTrackingRoutes },
  pages: [page('own-tracking', { access: 'signed-in' })],
});
