import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { location } from './location.ts';

/**
 * Why there is no forecast: it is switched off, too little is known of the last weeks, simpler forecasts are as good, or
 * nothing is known of now, or it is closed for the rest of the day.
 */
export const notShown = ['off', 'history', 'not-better', 'unknown', 'closed'] as const;
export type NotShown = (typeof notShown)[number];

/** Shares of occupied bays, from 0 to 1. */
const share = z.number().nullable();
const forecast = z.object({
  /** Null: it is shown. */
  reason: z.enum(notShown).nullable(),
  /**
   * How far forecasts of an hour ahead were off in the last 14 days, as a share of the bays: the forecast, "as now", "as a week
   * ago" and "as it is at any time of the day". Null while too little is known.
   */
  errors: z.object({ error: z.number(), asNow: z.number(), weekAgo: z.number(), anyTime: z.number() }).nullable(),
  zone: z.string(),
  /** The current day in the zone. */
  dayFrom: z.string(),
  dayTo: z.string(),
  /**
   * The quarters of an hour from now to midnight: how full it will be, and between which values in eight cases of ten. Null
   * while it is closed.
   */
  quarters: z.array(z.object({ at: z.string(), share, low: share, high: share })),
});
export type Forecast = z.infer<typeof forecast>;

export const forecastRoutes = {
  get: route.get('/location/{id}/forecast', { access: location.can('read'), reply: forecast }),
};
