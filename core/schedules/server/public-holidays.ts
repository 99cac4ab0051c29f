import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { PublicHoliday, publicHolidayRoutes } from '../common/public-holiday.ts';

// Holidays of the Islamic calendar depend on the sighting of the moon.
const islamicMonths = /muharram|safar|rabi|jumada|rajab|shaban|ramadan|shawwal|dhu/i;

type Library = typeof import('date-holidays').default;
let loading: Promise<Library> | undefined;
const cachedHolidays = new Map<string, PublicHoliday[]>();

async function holidaysOf(country: string, year: number): Promise<PublicHoliday[]> {
  const key = `${country} ${year}`;
  const cached = cachedHolidays.get(key);
  if (cached) return cached;
  // The data set is large and rarely needed.
  loading ??= import('date-holidays').then((loaded) => loaded.default);
  const calendar = new (await loading)(country, { types: ['public'] });
  const inArabic = calendar.getHolidays(year, 'ar');
  const holidays = calendar.getHolidays(year, 'en').flatMap((holiday) => {
    const first = Date.parse(`${holiday.date.slice(0, 10)}T00:00:00Z`);
    const days = Math.max(1, Math.round((holiday.end.getTime() - holiday.start.getTime()) / dayMs));
    const ar =
      inArabic.find((other) => other.rule === holiday.rule && other.date === holiday.date)?.name ?? holiday.name;
    return Array.from({ length: days }, (_, at) => ({
      date: new Date(first + at * dayMs).toISOString().slice(0, 10),
      name: { en: holiday.name, ar },
      expected: islamicMonths.test(holiday.rule),
    }));
  });
  const byDate = new Map(holidays.map((holiday) => [holiday.date, holiday]));
  const sorted = [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  cachedHolidays.set(key, sorted);
  return sorted;
}

export const publicHolidayHandlers: Handlers<typeof publicHolidayRoutes> = {
  ofYear: ({ query }) => holidaysOf(query.country, query.year),
};
