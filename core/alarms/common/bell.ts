import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { alarmRow } from './alarm.ts';

/** The count stops here: the bell shows 99+. */
export const maxCount = 100;

/** Unacknowledged open alarms of all apps and classes that the caller may read. */
export const bellRoutes = {
  count: route.get('/alarm/unacknowledged/count', {
    access: 'signed-in',
    reply: z.object({ count: z.number().int().max(maxCount) }),
  }),
  list: route.list('/alarm/unacknowledged', {
    access: 'signed-in',
    reply: alarmRow,
    list: { sort: ['lastAt'], defaultSort: ['lastAt', 'desc'] },
  }),
};
