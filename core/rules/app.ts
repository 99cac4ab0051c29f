import { defineApp, page } from '#platform/common/define-app.ts';
import { ruleDeskRoutes } from './common/rule-desk.ts';
import { rulesPath } from './common/rule-paths.ts';

/** Alarm rules of every app: definitions, evaluation of what devices report, tests on past values. */
export const rules = defineApp({
  kind: 'core',
  id: 'rules',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'bell-cog',
  needs: ['accounts', 'permissions', 'places', 'schedules', 'devices', 'commands', 'telemetry', 'tracking', 'alarms'],
  scheduleUses: ['rules'],
  routes: { deskRule: ruleDeskRoutes },
  pages: [
    page('rules', { redirects: [rulesPath] }),
    page(rulesPath, { access: 'signed-in', gathers: true, sidebar: 'daily', order: 3, icon: 'bell-cog' }),
  ],
});
