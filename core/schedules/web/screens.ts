import type { PageLoader } from '#platform/web/shell/routing/bind-pages.ts';

/** The components of `schedulePages`. */
export const scheduleScreens: Record<string, PageLoader> = {
  'schedules/list': () => import('./SchedulesPage.tsx'),
  'schedules/create': () => import('./CreateSchedulePage.tsx'),
  'schedules/details/{id}': () => import('./EditSchedulePage.tsx'),
};
