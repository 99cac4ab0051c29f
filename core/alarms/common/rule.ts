import { z } from 'zod';
import { weekSchedule } from '#platform/common/week-schedule.ts';
import { severities } from './alarm.ts';

/** A comparison with the latest value of a sensor. */
export const predicate = z.object({
  sensor: z.string(),
  is: z.enum(['>', '>=', '<', '<=', '=', '!=']),
  value: z.union([z.number(), z.boolean(), z.string()]),
});
export type Predicate = z.infer<typeof predicate>;
export type Condition = Predicate | { all: Condition[] } | { any: Condition[] };
export const condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    predicate,
    z.object({ all: z.array(condition).min(1).max(10) }),
    z.object({ any: z.array(condition).min(1).max(10) }),
  ]),
);

/** When a condition that holds raises an alarm. */
export const trigger = z.discriminatedUnion('type', [
  z.object({ type: z.literal('simple') }),
  z.object({
    type: z.literal('duration'),
    seconds: z
      .number()
      .int()
      .positive()
      .max(30 * 86_400),
  }),
  z.object({
    type: z.literal('repeating'),
    times: z.number().int().min(2).max(1000),
    withinSeconds: z.number().int().positive().max(86_400),
  }),
  z.object({
    type: z.literal('no-data'),
    seconds: z
      .number()
      .int()
      .min(30)
      .max(30 * 86_400),
  }),
]);
export type Trigger = z.infer<typeof trigger>;

export const rule = z.object({
  id: z.number(),
  companyId: z.number().nullable(),
  app: z.string(),
  class: z.string(),
  kind: z.string(),
  severity: z.enum(severities),
  solutionId: z.number().nullable(),
  hardwareId: z.number().nullable(),
  structureId: z.number().nullable(),
  deviceId: z.number().nullable(),
  condition: condition.nullable(),
  trigger,
  /** How far a value must return beyond the limit before the condition ends, in the sensor's unit. */
  hysteresis: z.number().min(0),
  /** The schedule of the company that the rule follows; null for a rule with its own hours or without any. */
  scheduleId: z.number().nullable(),
  /** The hours of the rule. Outside of them it raises no alarm. */
  schedule: weekSchedule.nullable(),
  enabled: z.boolean(),
});
export type Rule = z.infer<typeof rule>;
