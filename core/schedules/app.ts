import { administrators } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import './common/manifest.ts';
import { publicHolidayRoutes } from './common/public-holiday.ts';
import { schedule, scheduleRoutes } from './common/schedule.ts';

/** Week schedules of companies, with special hours and holidays. Alarm rules and other slices refer to them. */
export const schedules = defineApp({
  kind: 'core',
  id: 'schedules',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'calendar',
  needs: ['accounts', 'permissions'],
  routes: { schedule: scheduleRoutes, publicHoliday: publicHolidayRoutes },
  search: [{ list: 'schedule.list', icon: 'calendar' }],
  pages: [
    page('schedule', { redirects: ['schedule/list'] }),
    page('schedule/list', {
      sidebar: 'settings',
      order: 24,
      icon: 'calendar',
      offered: administrators,
      access: schedule.can('read'),
    }),
    page('schedule/create', { access: schedule.can('create') }),
    page('schedule/edit/{id}', { access: schedule.can('read') }),
  ],
});
