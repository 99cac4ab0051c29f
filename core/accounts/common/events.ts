import { z } from 'zod';
import { route } from '#platform/common/route.ts';

export const eventRoutes = {
  /** Server-sent events: `topics=device:12,devices,alarms`. */
  stream: route.get('/events', {
    access: 'signed-in',
    query: z.object({ topics: z.string().max(4000, 'tooLong') }),
    reply: z.unknown(),
    raw: true,
    allClients: true,
  }),
};
