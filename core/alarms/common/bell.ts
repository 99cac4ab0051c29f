import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { alarmRow } from './alarm.ts';

/** More than these are not counted: the bell shows 99+. */
export const mostCounted = 100;

/** The open alarms that nobody has acknowledged yet, of all apps and classes that the caller may read. */
export const bellRoutes = {
  count: route.get('/alarm/unacknowledged/count', {
    access: 'signed-in',
    reply: z.object({ count: z.number().int().max(mostCounted) }),
  }),
  list: route.list('/alarm/unacknowledged', {
    access: 'signed-in',
    reply: alarmRow,
    list: { sort: ['lastAt'], defaultSort: ['lastAt', 'desc'] },
  }),
};
