import { z } from 'zod';

export const namedRecord = z.object({ id: z.number(), name: z.string() });
export const alarmInfo = z.object({
  operationalStatuses: z.array(z.string()),
  statuses: z.array(z.string()),
  solutions: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      deviceTypes: z.array(z.object({ type: z.string(), alarms: z.array(z.string()) })),
    }),
  ),
  assets: z.record(z.string(), z.array(namedRecord)),
  structures: z.array(namedRecord),
});
