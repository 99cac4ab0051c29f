import { defineApp } from '#platform/common/define-app.ts';
import { mailPlanRoutes } from './common/mail-plan.ts';

/** Mails with the alarms or another report of an app, by day, week or month. */
export const mailPlans = defineApp({
  kind: 'core',
  id: 'mail-plans',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'mail',
  needs: ['accounts', 'permissions', 'places', 'alarms'],
  routes: { mailPlan: mailPlanRoutes },
  roles: { 'notification.send': 'Admin' },
  pages: [],
});
