import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation/validation.ts';
import { knownDays } from './consumption.ts';

export const fewestCompared = 2;
export const maxComparedMeters = 6;
export const compareSteps = ['hour', 'day', 'month'] as const;

export const normalisations = ['none', 'device', 'area'] as const;
export type Normalisation = (typeof normalisations)[number];

const ids = z
  .string('Required')
  .min(1, 'Required')
  .max(80, 'tooLong')
  .regex(/^\d{1,9}(?:,\d{1,9})*$/, 'pleaseInputIDRight');

export const compareQuery = z.object({
  by: z.enum(['structure', 'device']),
  /** Two to six ids, separated by commas. */
  ids,
  /** The key of a numeric sensor. */
  quantity: z.string('Required').min(1, 'Required').max(60, 'tooLong'),
  from: instant(),
  to: instant(),
  /** Also the totals of the period of the same length before. */
  with: z.enum(['none', 'previous']).default('none'),
  /** Counters of each structure divided by its number of devices, or by its gross area in m². */
  normalise: z.enum(normalisations).default('none'),
});

/** A structure or device. Values are in the unit of the quantity; null where nothing was measured. */
const comparedItem = z.object({
  id: z.number(),
  name: z.string(),
  /** The gross area of a structure in m², null if nobody has entered it; then there are no values per m². */
  grossArea: z.number().nullable(),
  /** The number of devices that measure the quantity. */
  devices: z.number(),
  /** A value for each bucket: the increase of counters, the mean of other quantities. */
  values: z.array(z.number().nullable()),
  /** The increase in the period; null for other quantities than counters. */
  total: z.number().nullable(),
  /** The mean of the buckets. */
  mean: z.number().nullable(),
  days: knownDays,
  /** The total, or the mean, of the period before. */
  before: z.number().nullable(),
});
export type ComparedItem = z.infer<typeof comparedItem>;

export const compareReply = z.object({
  unit: z.string(),
  decimals: z.number(),
  counter: z.boolean(),
  step: z.enum(compareSteps),
  /** The beginnings of the buckets, equal in local time. */
  buckets: z.array(z.string()),
  items: z.array(comparedItem),
});
export type CompareReply = z.infer<typeof compareReply>;

/** The comparison of structures or devices of an app. 418: fewer than two, more than six, or quantities of other units. */
export const compareRoutes = (app: string) => ({
  compare: route.get('/analysis/compare', {
    access: canDo(`${app}.analysis`, 'read'),
    query: compareQuery,
    reply: compareReply,
  }),
});
