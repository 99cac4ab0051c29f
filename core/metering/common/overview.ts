import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { currencies } from '#platform/common/text/currencies.ts';
import { span, usage } from './consumption.ts';

const consumption = z.object({
  /** The month so far, and the equal days of the month before. */
  period: span,
  before: span,
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
  consumption: route.get('/overview/consumption', {
    access: 'signed-in',
    reply: consumption,
    query: z.object({ structureId: z.coerce.number('enterANumber').int().positive('pleaseInputIDRight').optional() }),
  }),
  /** The last whole month of a site as PDF: the meters of all apps that the caller may see. */
  print: route.post('/overview/consumption/{id}/print', {
    access: 'signed-in',
    body: z.object({ lang: z.enum(['en', 'ar']) }),
    reply: z.object({ id: z.number(), companyId: z.number() }),
    status: 200,
    limitPerMinute: 30,
  }),
  /** The bills of all companies, by currency. */
  money: route.get('/overview/money', {
    access: { adminTypes: ['Financial Admin', 'Super Admin'] },
    reply: z.object({ month: z.string(), currencies: z.array(money) }),
  }),
};
