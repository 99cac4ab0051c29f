import { administrators } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { ownTrackingRoutes } from './common/people.ts';
import { trackingSetting, trackingSettingRoutes } from './common/tracking-setting.ts';

/** Positions of devices: their tracks, stops and trips, and the geofences that they enter and leave. */
export const tracking = defineApp({
  kind: 'core',
  id: 'tracking',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'map-pin',
  needs: ['countries', 'accounts', 'permissions', 'places', 'schedules', 'devices', 'fittings', 'telemetry'],
  scheduleUses: ['people'],
  viewLogs: { trail: {}, trips: {}, file: {}, place: {} },
  routes: { ownTracking: ownTrackingRoutes, trackingSetting: trackingSettingRoutes },
  pages: [
    page('own-tracking', { access: 'signed-in' }),
    page('tracking-settings', {
      sidebar: 'settings',
      order: 29,
      icon: 'route',
      offered: administrators,
      access: { ...trackingSetting.can('read'), needsCompany: true },
    }),
  ],
});
