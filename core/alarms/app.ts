import { operations } from '#core/boards/common/audience.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { deskPaths } from './common/alarm-desk.ts';
import { deskRoutes } from './common/alarm-lists.ts';
import { alarmOverviewRoutes, bellRoutes } from './common/bell.ts';
import { groupsPath, notificationGroupDeskRoutes } from './common/group-desk.ts';
import { inAppMessageRoutes } from './common/in-app-message.ts';
import { mailPlanRoutes } from './common/mail-plan.ts';
import { ruleDeskRoutes, rulesPath } from './common/rules/rule-desk.ts';

/** Alarm rules, alarms, notification groups and mail plans of every app. */
export const alarms = defineApp({
  kind: 'core',
  id: 'alarms',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'bell',
  needs: [
    'accounts',
    'notices',
    'permissions',
    'boards',
    'places',
    'schedules',
    'devices',
    'commands',
    'telemetry',
    'tracking',
  ],
  routes: {
    alarm: deskRoutes,
    deskRule: ruleDeskRoutes,
    deskGroup: notificationGroupDeskRoutes,
    mailPlan: mailPlanRoutes,
    bell: bellRoutes,
    message: inAppMessageRoutes,
    overview: alarmOverviewRoutes,
  },
  roles: { 'notification.send': 'Admin' },
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
    page('rules', { redirects: [rulesPath] }),
    page(rulesPath, { access: 'signed-in', gathers: true, sidebar: 'daily', order: 3, icon: 'bell-cog' }),
    page(groupsPath, { access: 'signed-in', gathers: true, sidebar: 'daily', order: 4, icon: 'users-group' }),
  ],
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
