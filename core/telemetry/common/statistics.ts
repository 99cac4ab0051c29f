import { z } from 'zod';
import { instant } from '#platform/common/validation/validation.ts';

/** The hours of the night in local time: from 22:00 to 06:00. */
export const nightHours = { from: 22, to: 6 } as const;

export const statisticsQuery = z.object({
  from: instant(),
  to: instant(),
  /** Sensor keys, separated by commas; by default all numeric sensors of the device. */
  sensors: z.string().max(400, 'tooLong').optional(),
});

const valueAt = z.object({ value: z.number(), at: z.string() });

/** The distribution of measured values, in the unit of the sensor. */
const distribution = z.object({
  min: valueAt,
  max: valueAt,
  p5: z.number(),
  p50: z.number(),
  p95: z.number(),
  /** Weighted by the time for which each value held, at most three reporting intervals. */
  mean: z.number(),
  /** The standard deviation of the measured values. */
  deviation: z.number(),
});

/** The increase of a counter, in its unit. */
const increase = z.object({
  total: z.number(),
  perDay: z.number(),
  /** The full hour with the highest increase. */
  highestHour: valueAt.nullable(),
  /** The share of the night (`nightHours`) in the total, from 0 to 1; null without an increase. */
  nightShare: z.number().nullable(),
  /** The increase in the period of the same length before; null without readings there. */
  before: z.number().nullable(),
});

export const sensorStatistics = z.object({
  sensor: z.string(),
  unit: z.string(),
  decimals: z.number(),
  /** The number of readings. */
  count: z.number(),
  last: valueAt,
  /** The share of the past reporting intervals with a reading, in percent. */
  coverage: z.number(),
  /** Null for counters. */
  distribution: distribution.nullable(),
  /** Null for other sensors than counters. */
  increase: increase.nullable(),
  /** Seconds by severity; null because no limits are known here. */
  bands: z.record(z.string(), z.number()).nullable(),
  /** The number of alarms of this sensor that were raised in the period. */
  alarms: z.number(),
});
export type SensorStatistics = z.infer<typeof sensorStatistics>;

export const statisticsReply = z.object({
  /**
   * Long periods are computed from hourly sums: count, lowest, highest and last value are exact; percentiles, mean,
   * deviation and coverage are those of hourly means.
   */
  approximate: z.boolean(),
  /** The number of all alarms of the device that were raised in the period. */
  alarms: z.number(),
  sensors: z.array(sensorStatistics),
});
export type StatisticsReply = z.infer<typeof statisticsReply>;
