import { type Page, page } from '#platform/common/define-app.ts';
import { schedule } from './schedule.ts';

/** The pages of schedules in an app. Components: `scheduleScreens` of the web parts. */
export const schedulePages = (order: number): Page[] => [
  page('schedules', { redirects: ['schedules/list'] }),
  page('schedules/list', {
    sidebar: 'schedules',
    order,
    icon: 'calendar',
    access: schedule.can('read'),
    texts: 'schedules',
  }),
  page('schedules/create', { access: schedule.can('create'), texts: 'schedules' }),
  page('schedules/details/{id}', { access: schedule.can('read'), texts: 'schedules' }),
];
