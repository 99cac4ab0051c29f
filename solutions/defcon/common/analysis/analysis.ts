import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation/validation.ts';

const ids = z
  .string()
  .max(2000, 'tooLong')
  .regex(/^\d+(,\d+)*$/, 'invalid')
  .optional();

/** The longest period of an analysis, in days. */
export const mostDays = 400;
/** A period with the sites, companies and groups to look at; without them all that the caller may see. */
const asked = { from: instant(), to: instant(), structureIds: ids, companyIds: ids, groups: ids };
export const analysisQuery = z.object(asked);
export type AnalysisQuery = z.infer<typeof analysisQuery>;

export const buckets = ['hour', 'day', 'week', 'month'] as const;
export type Bucket = (typeof buckets)[number];
/** The longest period of each bucket, in days. */
export const bucketDays: Readonly<Record<Bucket, number>> = { hour: 2, day: 92, week: mostDays, month: mostDays };

const named = z.object({ id: z.number(), name: z.string() });
const share = z.number().nullable();

/** How fast incidents of a priority that were raised in the period were taken; in seconds, null without any. */
const acknowledged = z.object({
  rank: z.number(),
  taken: z.number(),
  /** Open incidents that nobody has taken. */
  waiting: z.number(),
  p50: z.number().nullable(),
  p80: z.number().nullable(),
  p985: z.number().nullable(),
  /** The shares of 80 % and 98.5 % are aimed at these seconds; `within`: what was reached. */
  targets: z.array(z.object({ seconds: z.number(), aim: z.number(), within: share })),
});

const counters = z.object({
  zone: z.string(),
  /** By priority. `mine`: on the desk of the caller's companies. */
  open: z.array(z.object({ rank: z.number(), count: z.number(), unacknowledged: z.number(), mine: z.number() })),
  panels: z.object({
    active: z.number(),
    outOfService: z.number(),
    linked: z.number(),
    /** Of those in service. */
    offline: z.number(),
    armedGroups: z.number(),
    disarmedGroups: z.number(),
  }),
  raised: z.array(z.object({ kind: z.string(), count: z.number() })),
  /** By outcome, or by cause for false alarms. */
  closed: z.array(
    z.object({ disposition: z.enum(['terminated', 'rejected']), reason: z.string().nullable(), count: z.number() }),
  ),
  /** False alarms in all that were closed, without tests and duplicates. */
  falseRate: share,
  acknowledged: z.array(acknowledged),
  arms: z.number(),
  disarms: z.number(),
  /** The share of the time in service in which panels were not offline. */
  supervision: share,
  /** The sites with the most incidents. */
  byStructure: z.array(
    z.object({ structure: named.nullable(), raised: z.number(), false: z.number(), open: z.number() }),
  ),
});
export type Counters = z.infer<typeof counters>;

const bucket = z.object({
  start: z.string(),
  raised: z.record(z.string(), z.number()),
  closed: z.number(),
  arms: z.number(),
  disarms: z.number(),
});
const timelines = z.object({
  zone: z.string(),
  buckets: z.array(bucket),
  /** Incidents by weekday, Saturday first, and hour. */
  hours: z.array(z.array(z.number()).length(24)).length(7),
});
export type Timelines = z.infer<typeof timelines>;

export const measures = ['incidents', 'false', 'rate', 'offline', 'response'] as const;
export type Measure = (typeof measures)[number];
const ofCustomer = z.object({
  company: named,
  incidents: z.number(),
  /** Those of the closed ones that were false alarms. */
  false: z.number(),
  rate: share,
  /** Null for companies whose panels the caller does not see. */
  offlineHours: z.number().nullable(),
  /** The median until an incident was taken. */
  responseSeconds: z.number().nullable(),
  /** False alarms in the twelve months before the end of the period, and the fee of their band; null without one. */
  falseInYear: z.number(),
  feeAed: z.number().nullable(),
});
export type OfCustomer = z.infer<typeof ofCustomer>;

const access = canDo('defcon.analysis', 'read');
/** Companies that look after panels of others, and the police. */
export const comparesCustomers: AccessRule = {
  or: [{ ...access, companyTypes: ['Security Company', 'HQ Police Station'] }, { adminTypes: ['Super Admin'] }],
};
export const analysisRoutes = {
  counters: route.get('/analysis/counters', { access, query: analysisQuery, reply: counters }),
  /** The sums of the buckets are the figures of `counters`. */
  timelines: route.get('/analysis/timelines', {
    access,
    query: z.object({ ...asked, bucket: z.enum(buckets).default('day') }),
    reply: timelines,
  }),
  topCustomers: route.get('/analysis/top-customers', {
    access: comparesCustomers,
    query: z.object({
      ...asked,
      measure: z.enum(measures).default('incidents'),
      limit: z.coerce.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(20, 'outOfRange').default(20),
    }),
    reply: z.array(ofCustomer),
  }),
};
