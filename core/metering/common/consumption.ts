import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { instant } from '#platform/common/validation.ts';
import { utilities } from './manifest.ts';

export const usage = z.object({
  utility: z.enum(utilities),
  unit: z.string(),
  meters: z.number(),
  /** The number of these whose consumption is known. */
  known: z.number(),
  /** The consumption of the known meters in the period. */
  amount: z.number(),
  /** The consumption of meters that are known in both periods: in the period, and in the period before. */
  compared: z.object({ amount: z.number(), before: z.number() }).nullable(),
});
export type Usage = z.infer<typeof usage>;

export const span = z.object({ from: z.string(), to: z.string() });

const siteUsage = usage.extend({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  /** In square metres. */
  grossArea: z.number().nullable(),
});
export type SiteUsage = z.infer<typeof siteUsage>;

const siteConsumption = z.object({
  period: span,
  before: span,
  /** Every utility of every site, the highest consumption of a utility first. */
  sites: z.array(siteUsage),
});
export type SiteConsumption = z.infer<typeof siteConsumption>;

/** The consumption of the sites of an app by utility. Handlers: `consumptionHandlers`. */
export const consumptionRoutes = (app: string) => ({
  consumption: route.get('/analysis/consumption', {
    access: canDo(`${app}.analysis`, 'read'),
    query: z.object({
      from: instant(),
      to: instant(),
      structureId: z.coerce.number('enterANumber').int().positive('pleaseInputIDRight').optional(),
    }),
    reply: siteConsumption,
  }),
});
