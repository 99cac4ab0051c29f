import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { currencies } from '#platform/common/text/currencies.ts';
import { instant } from '#platform/common/validation/validation.ts';
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
export type MeterUsage = z.infer<typeof usage>;

export const span = z.object({ from: z.string(), to: z.string() });

const siteUsage = usage.extend({
  /** For the site and the utility. */
  key: z.string(),
  id: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  name: z.string(),
  /** Per square metre of the gross area; null for a site without one. */
  perArea: z.number().nullable(),
  /** The compared period before. */
  before: span,
});
export type SiteUsage = z.infer<typeof siteUsage>;

/** The local days of a period up to now, and those with a reading. */
export const knownDays = z.object({ known: z.number(), of: z.number() });
export type KnownDays = z.infer<typeof knownDays>;

const rankedUsage = siteUsage.extend({
  /** With a reading of one of the meters. */
  days: knownDays,
  /**
   * The cost of the consumption by the tariffs of the meters, with VAT, in minor units. Null without a tariff for each
   * of them, or with several currencies.
   */
  cost: z.object({ amount: z.number(), currency: z.enum(currencies) }).nullable(),
  /** The monthly budgets by the months of the period, and the consumption of their meters; null without a budget. */
  budget: z.object({ amount: z.number(), used: z.number() }).nullable(),
});
export type RankedUsage = z.infer<typeof rankedUsage>;

const meterUsage = z.object({
  id: z.number(),
  name: z.string(),
  solutionId: z.number(),
  utility: z.enum(utilities),
  unit: z.string(),
  amount: z.number(),
});

/** Without bounds it is this month so far. */
const period = z.object({ from: instant().optional(), to: instant().optional() });

/** The consumption of the sites of an app by utility. Handlers: `consumptionHandlers`. */
export const consumptionRoutes = (app: string) => ({
  /** Every utility of every site: by utility, the highest consumption first. */
  consumption: route.list('/analysis/consumption', {
    access: canDo(`${app}.analysis`, 'read'),
    query: period,
    reply: rankedUsage,
    list: {
      search: ['name'],
      filter: ['utility', 'id', 'companyId'],
      valuesOnly: ['utility'],
      sort: ['amount', 'name'],
      defaultSort: ['amount', 'desc'],
    },
  }),
  /** The five meters with the highest consumption of each utility of a site. */
  topMeters: route.get('/analysis/consumption/{id}/meter', {
    access: canDo(`${app}.analysis`, 'read'),
    query: period,
    reply: z.array(meterUsage),
  }),
});
