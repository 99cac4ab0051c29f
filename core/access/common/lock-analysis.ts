import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, instant } from '#platform/common/validation/validation.ts';
import { logMethods } from './access-log.ts';

/** The longest period of an analysis, in days. */
export const maxAnalysisDays = 370;

const ids = z
  .string()
  .max(2000, 'tooLong')
  .regex(/^\d+(,\d+)*$/, 'invalid')
  .optional();
/** A period, and the structures and devices to look at, separated by commas; without them all that the caller may see. */
export const analysisQuery = z.object({ from: instant(), to: instant(), structureId: ids, deviceId: ids });
export type AnalysisQuery = z.infer<typeof analysisQuery>;

/** Hours for two days, days for 92, else months; in the time zone of the company. */
const step = z.enum(['hour', 'day', 'month']);
export type AnalysisStep = z.infer<typeof step>;
const stepped = { step, zone: z.string(), starts: z.array(z.string()) };

const unlockCount = z.object({
  ...stepped,
  total: z.number(),
  counts: z.array(z.number()),
  /** By the way of opening; ways without openings are omitted. */
  methods: z.array(z.object({ method: z.enum(logMethods).nullable(), counts: z.array(z.number()) })),
});
export type UnlockCount = z.infer<typeof unlockCount>;

const failedCount = z.object({
  ...stepped,
  total: z.number(),
  /** The share of refused among all attempts, from 0 to 1; null without attempts. */
  rate: z.number().nullable(),
  counts: z.array(z.number()),
  reasons: z.array(z.object({ reason: z.string().nullable(), counts: z.array(z.number()) })),
});

const visitors = z.object({
  ...stepped,
  /** Different people of the whole period, which is not the sum of its parts. */
  total: z.number(),
  counts: z.array(z.number()),
  /** Refused attempts with unknown codes, by unknown people. */
  unknown: z.number(),
});

const userCount = z.object({
  total: z.number(),
  /** The twenty with the most openings. */
  people: z.array(z.object({ name: z.string(), count: z.number() })),
  others: z.number(),
});

const timing = z.object({
  zone: z.string(),
  /** Openings by weekday, Saturday first, and hour. */
  hours: z.array(z.array(z.number())),
  /** Seconds from an opening until the lock was locked again, at most a day; null without any. */
  medianOpen: z.number().nullable(),
  p90Open: z.number().nullable(),
  /** The share of openings outside the hours of the schedule, from 0 to 1; null without a schedule or without openings. */
  outside: z.number().nullable(),
});

/** The analyses of openings, from the log of the locks. */
export function lockAnalysisRoutes(app: string) {
  const asked = { access: canDo(`${app}.analysis`, 'read'), query: analysisQuery } as const;
  return {
    unlockCount: route.get('/analysis/lock/unlock-count', { ...asked, reply: unlockCount }),
    failedUnlockCount: route.get('/analysis/lock/failed-unlock-count', { ...asked, reply: failedCount }),
    visitorsCount: route.get('/analysis/lock/visitors-count', { ...asked, reply: visitors }),
    userUnlockCount: route.get('/analysis/lock/user-unlock-count', { ...asked, reply: userCount }),
    /** `scheduleId`: the week schedule whose hours openings are compared with. */
    unlockTiming: route.get('/analysis/padlock/unlock-timing', {
      ...asked,
      query: analysisQuery.extend({ scheduleId: id().optional() }),
      reply: timing,
    }),
  };
}
