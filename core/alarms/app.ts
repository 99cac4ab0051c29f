import { operations } from '#core/boards/common/audience.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { deskPaths } from './common/alarm-desk.ts';
import { deskRoutes } from './common/alarm-lists.ts';
import { alarmOverviewRoutes, bellRoutes } from './common/bell.ts';

/** The alarms of every app: raising and clearing, actions of people, lists, panel and widgets. */
export const alarms = defineApp({
  kind: 'core',
  id: 'alarms',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'bell',
  needs: ['accounts', 'permissions', 'boards', 'places', 'reports', 'devices', 'fittings', 'commands', 'telemetry'],
  routes: {
    alarm: deskRoutes,
    bell: bellRoutes,
    overview: alarmOverviewRoutes,
  },
  pages: [
    page('alarms', { redirects: [deskPaths.open] }),
    page(deskPaths.open, {
      access: 'signed-in',
      gathers: true,
      sidebar: 'daily',
      order: 1,
      icon: 'bell',
      quick: { name: 'alarms', icon: 'bell', bar: 2, shortcut: 1, counted: true },
    }),
    page(deskPaths.history, { access: 'signed-in', gathers: true }),
  ],
  retention: { alarms: { min: 730, default: 730, max: 730 } },
  widgets: {
    'open-alarms': {
      place: 'overview',
      size: [7, 2],
      initial: [9, 2],
      call: 'overview.open',
      offered: operations,
      order: 4,
    },
    'recent-events': {
      place: 'overview',
      size: [7, 2],
      initial: [9, 2],
      call: 'overview.events',
      offered: operations,
      order: 7,
    },
    'alarms-count': { place: 'app', size: [6, 2], call: 'alarmCount.read', order: 1 },
  },
  reportSections: {
    'alarms-count': {
      call: 'alarmCount.read',
      draw: 'table',
      columns: {
        structure: { type: 'text' },
        kind: { type: 'text' },
        severity: { type: 'text', values: 'severity' },
        raised: { type: 'number', total: 'sum' },
        open: { type: 'number', total: 'sum' },
        acknowledged: { type: 'duration' },
        closed: { type: 'duration' },
        rejected: { type: 'percent' },
      },
      width: [8, 12],
    },
  },
  // Alarms that every device can raise.
  alarms: {
    offline: { class: 'status' },
    'no-data': { class: 'status' },
    'battery-low': { class: 'status' },
    tamper: { class: 'status' },
    // A check of the device is due.
    'calibration-due': { class: 'status' },
    // The clock of the device is wrong by minutes.
    'clock-drift': { class: 'status' },
    // A device could not be configured in time.
    'settings-not-applied': { class: 'status' },
    // The network reports an error with the device.
    'network-fault': { class: 'status' },
    // A value is outside of the thresholds of the device's template.
    threshold: { class: 'operational' },
    // Alarms of rules that name them themselves.
    custom: { class: 'operational' },
  },
});
