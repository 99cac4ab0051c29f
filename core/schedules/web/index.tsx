import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { schedules } from '../app.ts';

export const schedulesWeb = bindPages(
  schedules,
  {
    'schedule/list': () => import('./SchedulesPage.tsx'),
    'schedule/create': () => import('./CreateSchedulePage.tsx'),
    'schedule/edit/{id}': () => import('./EditSchedulePage.tsx'),
  },
  { search: () => import('./search.ts') },
);
