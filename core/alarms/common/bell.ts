import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { alarmEvent, alarmRow } from './alarm.ts';

/** The count stops here: the bell shows 99+. */
export const maxCount = 100;

/** A number that stops at the limit, as it is shown. */
export const shownCount = (count: number): string => (count < maxCount ? String(count) : `${maxCount - 1}+`);

/** Unacknowledged open alarms of all apps and classes that the caller may read. */
export const bellRoutes = {
  count: route.get('/alarm/unacknowledged/count', {
    access: 'signed-in',
    reply: z.object({
      count: z.number().int().max(maxCount),
      /** Unread messages of the caller in the app. */
      messages: z.number().int().max(maxCount),
    }),
  }),
  list: route.list('/alarm/unacknowledged', {
    access: 'signed-in',
    reply: alarmRow,
    list: { sort: ['lastAt'], defaultSort: ['lastAt', 'desc'] },
  }),
};

const recentEvent = alarmEvent.pick({ id: true, at: true, action: true, actor: true }).extend({
  companyId: z.number(),
  alarm: alarmRow.pick({ id: true, app: true, class: true, kind: true, names: true, severity: true }),
  subject: z.string(),
  structure: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type RecentEvent = z.infer<typeof recentEvent>;

/** Open alarms and events of all apps and classes that the caller may read. */
export const alarmOverviewRoutes = {
  /** Unacknowledged ones first, then the most urgent rank, then the worst severity, then the newest. */
  open: route.list('/overview/alarm', {
    access: 'signed-in',
    reply: alarmRow,
    list: { filter: ['structureId', 'app'] },
  }),
  /** The newest events first. */
  events: route.list('/overview/alarm-event', { access: 'signed-in', reply: recentEvent, list: {} }),
};
