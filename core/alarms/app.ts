import { defineApp } from '#platform/common/define-app.ts';
import { bellRoutes } from './common/bell.ts';
import { mailPlanRoutes } from './common/mail-plan.ts';

/** Alarm rules, alarms, notification groups and mail plans of every app. */
export const alarms = defineApp({
  kind: 'core',
  id: 'alarms',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'bell',
  needs: ['accounts', 'permissions', 'places', 'schedules', 'devices', 'telemetry'],
  routes: { mailPlan: mailPlanRoutes, bell: bellRoutes },
  roles: { 'notification.send': 'Admin' },
  pages: [],
  // Alarms that every device can raise.
  alarms: {
    offline: { class: 'status' },
    'no-data': { class: 'status' },
    'battery-low': { class: 'status' },
    tamper: { class: 'status' },
    // A device could not be configured in time.
    'settings-not-applied': { class: 'status' },
    // A value is outside of the thresholds of the device's template.
    threshold: { class: 'operational' },
    // Alarms of rules that name them themselves.
    custom: { class: 'operational' },
  },
});
