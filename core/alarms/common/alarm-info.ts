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

/** An input of an action: what its kind needs of the others. */
const actionField = z.object({
  kind: z.enum(['text', 'number', 'choice', 'boolean']),
  options: z.array(z.string()).readonly().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  unit: z.string().optional(),
  maxLength: z.number().optional(),
  optional: z.literal(true).optional(),
});

const counted = namedRecord.extend({ openAlarms: z.number() });

/** What the alarms of classes can be filtered by, and what their actions take. */
export const alarmMetadata = z.object({
  classes: z.array(
    z.object({
      name: z.string(),
      kinds: z.array(z.string()),
      actions: z.array(z.string()),
      /** The inputs of the actions that have some, by their keys in the body. */
      fields: z.record(z.string(), z.record(z.string(), actionField)),
      /** What closing actions state, and the values among which they choose. */
      outcomes: z.record(z.string(), z.array(z.string())),
      marks: z.array(z.string()),
    }),
  ),
  severities: z.array(z.string()),
  conditions: z.array(z.string()),
  dispositions: z.array(z.string()),
  subjectTypes: z.array(z.string()),
  /** With the number of open alarms that the caller may read. */
  structures: z.array(counted),
  solutions: z.array(counted),
});
