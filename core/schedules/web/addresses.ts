import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { schedules } from '../app.ts';

/** The addresses of schedules in the app of the current page, which may mount them. */
export type ScheduleAddresses = { list: string; create: string; details(id: number): string };

export const coreAddresses: ScheduleAddresses = {
  list: '/core/schedule/list',
  create: '/core/schedule/create',
  details: (id) => `/core/schedule/edit/${id}`,
};

export function useScheduleAddresses(): ScheduleAddresses {
  const app = usePageHandle()?.app;
  if (!app || app.id === schedules.id) return coreAddresses;
  const path = `${app.web}/schedules`;
  return { list: `${path}/list`, create: `${path}/create`, details: (id) => `${path}/details/${id}` };
}
