import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { schedule } from './schedule.ts';

/** The countries of the Gulf whose public holidays are known, by their two letters. */
export const holidayCountries = ['AE', 'SA', 'BH'] as const;

const publicHoliday = z.object({
  date: z.string(),
  name: z.object({ en: z.string(), ar: z.string() }),
  /** The moon decides its date, which may be a day earlier or later. */
  expected: z.boolean(),
});
export type PublicHoliday = z.infer<typeof publicHoliday>;

export const publicHolidayRoutes = {
  /** The public holidays of a country in a year, by their dates. */
  ofYear: route.get('/public-holiday', {
    access: schedule.can('create'),
    query: z.object({
      country: z.enum(holidayCountries),
      year: z.coerce.number('enterANumber').int('enterANumber').min(2000, 'outOfRange').max(2075, 'outOfRange'),
    }),
    reply: z.array(publicHoliday),
  }),
};
