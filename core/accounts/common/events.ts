import { z } from 'zod';
import { anyAccount } from '#platform/common/access.ts';
import { route } from '#platform/common/route.ts';

export const eventRoutes = {
  /**
   * Server-sent events: `topics=device:12,devices,alarms`. `age`: ms since the page requested its oldest data; the first
   * message names the topics that have changed since. Without it all of them.
   */
  stream: route.get('/events', {
    access: anyAccount,
    query: z.object({
      topics: z.string().max(4000, 'tooLong'),
      age: z.coerce.number().int().min(0, 'outOfRange').max(1e12, 'outOfRange').optional(),
    }),
    reply: z.unknown(),
    raw: true,
    allClients: true,
  }),
};
