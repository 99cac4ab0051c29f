import { z } from 'zod';
import { route } from '#platform/common/route.ts';

/** The structures in which the caller may see something of an app, as options of filters. */
export const siteChoiceRoutes = {
  list: route.list('/structure', {
    access: 'signed-in',
    reply: z.object({ id: z.number(), companyId: z.number(), name: z.string() }),
    list: { search: ['name'] },
    allClients: true,
  }),
};
