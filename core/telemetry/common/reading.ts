import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation.ts';

/** Longest stretch that one chart may span. */
export const maxChartDays = 370;
export const maxBuckets = 2000;

export const readingQuery = z.object({
  /** Keys of sensors, separated by commas. */
  sensors: z.string('Required').min(1, 'Required').max(400, 'tooLong'),
  from: instant(),
  to: instant(),
  /** How many steps the stretch is divided into; 0 gives the points as they were measured, at most 100,000. */
  buckets: z.coerce.number('enterANumber').int().min(0, 'outOfRange').max(maxBuckets, 'outOfRange').default(300),
});

/**
 * One sensor's series. Each point is `[time, mean, lowest, highest]`, time in milliseconds since 1970 (the begin of a
 * bucket, or the measurement itself); for a counter the mean is the increase within the bucket. Empty buckets are left out.
 */
export const series = z.object({
  sensor: z.string(),
  unit: z.string(),
  counter: z.boolean(),
  decimals: z.number(),
  points: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
});
export type Series = z.infer<typeof series>;

export const readingReply = z.object({
  /** Why nothing is shown although readings may be there. */
  hidden: z.enum(['no-active-token']).nullable(),
  bucketSeconds: z.number(),
  series: z.array(series),
});
export type ReadingReply = z.infer<typeof readingReply>;

/** The readings of a device of an app, mounted by its manifest. */
export function readingRoutes(app: string) {
  return {
    read: route.get('/device/{id}/reading', {
      access: canDo(`${app}.device`, 'read'),
      query: readingQuery,
      reply: readingReply,
      allClients: true,
    }),
  };
}
