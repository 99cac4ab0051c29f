import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, instant } from '#platform/common/validation/validation.ts';
import { trapZones } from './trap.ts';

const ids = z
  .string()
  .max(2000, 'tooLong')
  .regex(/^\d+(,\d+)*$/, 'invalid')
  .optional();

/** The longest period of an analysis, in days. */
export const maxTrapDays = 400;
/** A period, and the sites and zone to look at; without them all that the caller may see. */
const period = { from: instant(), to: instant(), structureId: ids, zone: z.enum(trapZones).optional() };
const pageOf = (most: number) => ({
  limit: z.coerce.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(most, 'outOfRange').default(most),
  skip: z.coerce.number('enterANumber').int('enterANumber').min(0, 'outOfRange').default(0),
});
export const trapPeriod = z.object(period);
export type TrapPeriod = z.infer<typeof trapPeriod>;

const named = z.object({ id: z.number(), name: z.string() });
/**
 * `hits`: activations, without those that were false or service; `catches`: animals; `nights`: days of 24 hours in
 * which traps were armed and heard; `rate`: hits per 100 nights, null if there are fewer than 14.
 */
const sums = {
  hits: z.number(),
  catches: z.number(),
  /** Those of the catches that only the body sensors of the traps have reported. */
  presumed: z.number(),
  false: z.number(),
  nights: z.number(),
  rate: z.number().nullable(),
};
export const trapSums = z.object(sums);
export type TrapSums = z.infer<typeof trapSums>;

const ofStructure = trapSums.extend({
  structure: named.nullable(),
  /** The share of false ones in all activations; null without any. */
  falseShare: z.number().nullable(),
  /** In the period of the same length before. */
  previous: trapSums,
  traps: z.number(),
  silent: z.number(),
});
const ofSpace = trapSums.extend({
  /** Null for hits and nights at no space. */
  space: named.nullable(),
  /** The hour of the day of the median hit; null without hits whose time is known. */
  medianHour: z.number().nullable(),
});
const ofTrap = trapSums.extend({
  id: z.number(),
  name: z.string(),
  number: z.number().nullable(),
  structure: named.nullable(),
  lastHitAt: z.string().nullable(),
  /** Its share of the hits of its site; null if the site has none. */
  share: z.number().nullable(),
  /** Other traps of the same space, or of the same floor, that had a hit within two days of one of its own. */
  neighbours: z.number(),
});
/** A trap at its spot on a plan: fractions of width and height from the left and upper edge. */
const onPlan = trapSums.extend({
  id: z.number(),
  name: z.string(),
  number: z.number().nullable(),
  layoutId: z.number(),
  x: z.number(),
  y: z.number(),
});
export type TrapOnPlan = z.infer<typeof onPlan>;
const bucket = z.object({
  start: z.string(),
  ...sums,
  activity: z.number(),
  /** Hits whose time is only known to be before the end of the bucket. */
  uncertain: z.number(),
});
export const buckets = ['hour', 'day', 'week', 'month'] as const;
export type Bucket = (typeof buckets)[number];
/** The longest period of each bucket, in days. */
export const bucketDays: Readonly<Record<Bucket, number>> = { hour: 7, day: 92, week: maxTrapDays, month: maxTrapDays };

const access = canDo('rodent.analysis', 'read');
export const analysisRoutes = {
  targetedStructure: route.get('/analysis/targeted-structure', {
    access,
    query: trapPeriod.extend(pageOf(20)),
    reply: z.object({ total: trapSums, rows: z.array(ofStructure) }),
  }),
  targetedSpace: route.get('/analysis/targeted-space', {
    access,
    query: z.object({ ...period, structureId: id() }),
    reply: z.object({ total: trapSums, rows: z.array(ofSpace) }),
  }),
  dateHits: route.get('/analysis/date-hits', {
    access,
    query: trapPeriod.extend({ bucket: z.enum(buckets).default('day') }),
    reply: z.object({
      zone: z.string(),
      total: trapSums,
      buckets: z.array(bucket),
      /** Hits whose time is known by weekday, Saturday first, and hour. */
      hours: z.array(z.array(z.number()).length(24)).length(7),
    }),
  }),
  deviceHits: route.get('/analysis/device-hits', {
    access,
    query: trapPeriod.extend(pageOf(100)),
    reply: z.object({ total: trapSums, totalRecords: z.number(), rows: z.array(ofTrap) }),
  }),
  /** Hits on the plans of a site. A trap without nights was not heard. */
  planHits: route.get('/analysis/plan-hits', {
    access,
    query: z.object({ ...period, structureId: id() }),
    reply: z.object({ site: named, rows: z.array(onPlan) }),
  }),
};
