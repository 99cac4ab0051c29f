import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { schedule } from './schedule.ts';

/** Countries with public holidays (ISO 3166-1 alpha-2). */
export const holidayCountries = ['AE', 'SA', 'BH'] as const;

const publicHoliday = z.object({
  date: z.string(),
  name: z.object({ en: z.string(), ar: z.string() }),
  /** The date depends on the sighting of the moon and may be a day earlier or later. */
  expected: z.boolean(),
});
export type PublicHoliday = z.infer<typeof publicHoliday>;

export const publicHolidayRoutes = {
  /** The public holidays of a country in a year, ordered by date. */
  ofYear: route.get('/public-holiday', {
    access: schedule.can('create'),
    query: z.object({
      country: z.enum(holidayCountries),
      year: z.coerce.number('enterANumber').int('enterANumber').min(2000, 'outOfRange').max(2075, 'outOfRange'),
    }),
    reply: z.array(publicHoliday),
  }),
};
