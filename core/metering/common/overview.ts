import { z } from 'zod';
import { currencies } from '#platform/common/money.ts';
import { route } from '#platform/common/route.ts';
import { utilities } from './manifest.ts';

const usage = z.object({
  utility: z.enum(utilities),
  unit: z.string(),
  meters: z.number(),
  /** The consumption of this month so far. */
  amount: z.number(),
  /** The consumption of meters that are known in both months: of this month so far, and of the equal days before. */
  compared: z.object({ amount: z.number(), before: z.number() }).nullable(),
});
export type Usage = z.infer<typeof usage>;

const consumption = z.object({
  /** The month so far, and the equal days of the month before. */
  period: z.object({ from: z.string(), to: z.string() }),
  before: z.object({ from: z.string(), to: z.string() }),
  utilities: z.array(usage),
});

const money = z.object({
  currency: z.enum(currencies),
  /** Bills issued this month without those corrected since, with their total in minor units. */
  issued: z.number(),
  total: z.number(),
  /** Bills that wait to be issued, with their total in minor units. */
  drafts: z.number(),
  draftTotal: z.number(),
});
export type MoneyOverview = z.infer<typeof money>;

export const meteringOverviewRoutes = {
  /** The consumption of the meters of all apps that the caller may see. */
  consumption: route.get('/overview/consumption', { access: 'signed-in', reply: consumption }),
  /** The bills of all companies, by currency. */
  money: route.get('/overview/money', {
    access: { adminTypes: ['Financial Admin', 'Super Admin'] },
    reply: z.object({ month: z.string(), currencies: z.array(money) }),
  }),
};
