import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation/validation.ts';
import { eventList, shownEvent } from './event.ts';
import { statisticsQuery, statisticsReply } from './statistics.ts';

/** The longest period of a chart. */
export const maxChartDays = 370;
export const maxBuckets = 2000;

export const readingQuery = z.object({
  /** Sensor keys, separated by commas. */
  sensors: z.string('Required').min(1, 'Required').max(400, 'tooLong'),
  from: instant(),
  to: instant(),
  /** The number of buckets of the period; 0 returns the measured points, at most 100,000. */
  buckets: z.coerce.number('enterANumber').int().min(0, 'outOfRange').max(maxBuckets, 'outOfRange').default(300),
});

/**
 * The series of a sensor. Each point is `[time, mean, lowest, highest]`, time in milliseconds since 1970 (the start of a
 * bucket or the measurement). For a counter the mean is the increase within the bucket. Empty buckets are omitted.
 */
export const sensorSeries = z.object({
  sensor: z.string(),
  unit: z.string(),
  counter: z.boolean(),
  decimals: z.number(),
  points: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
});
export type Series = z.infer<typeof sensorSeries>;

export const readingReply = z.object({
  /** Why readings are not shown; null if they are. */
  hidden: z.enum(['no-active-token']).nullable(),
  bucketSeconds: z.number(),
  series: z.array(sensorSeries),
});
export type ReadingReply = z.infer<typeof readingReply>;

/** The calls for readings of an app's devices, mounted in its manifest. */
export function readingRoutes(app: string) {
  return {
    read: route.get('/device/{id}/reading', {
      access: canDo(`${app}.device`, 'read'),
      tokens: true,
      query: readingQuery,
      reply: readingReply,
      allClients: true,
    }),
    /** The events of the device, latest first; empty without an active token. */
    events: route.list('/device/{id}/event', {
      access: canDo(`${app}.device`, 'read'),
      tokens: true,
      reply: shownEvent,
      list: eventList,
      allClients: true,
    }),
    /** Refuses with 477 if nothing can be shown: no active token or no readings. */
    statistics: route.get('/device/{id}/statistics', {
      access: canDo(`${app}.device`, 'read'),
      tokens: true,
      query: statisticsQuery,
      reply: statisticsReply,
      allClients: true,
    }),
  };
}
