import type { Handlers } from '#platform/server/serve.ts';
import type { PublicHoliday, publicHolidayRoutes } from '../common/public-holiday.ts';

// Holidays of the Islamic calendar begin when the moon is seen.
const byTheMoon = /muharram|safar|rabi|jumada|rajab|shaban|ramadan|shawwal|dhu/i;
const dayMs = 86_400_000;

type Library = typeof import('date-holidays').default;
let loading: Promise<Library> | undefined;
const known = new Map<string, PublicHoliday[]>();

async function holidaysOf(country: string, year: number): Promise<PublicHoliday[]> {
  const key = `${country} ${year}`;
  const before = known.get(key);
  if (before) return before;
  // Its data is large, and few ever ask for it.
  loading ??= import('date-holidays').then((loaded) => loaded.default);
  const calendar = new (await loading)(country, { types: ['public'] });
  const inArabic = calendar.getHolidays(year, 'ar');
  const found = calendar.getHolidays(year, 'en').flatMap((one) => {
    const first = Date.parse(`${one.date.slice(0, 10)}T00:00:00Z`);
    const days = Math.max(1, Math.round((one.end.getTime() - one.start.getTime()) / dayMs));
    const ar = inArabic.find((other) => other.rule === one.rule && other.date === one.date)?.name ?? one.name;
    return Array.from({ length: days }, (_, at) => ({
      date: new Date(first + at * dayMs).toISOString().slice(0, 10),
      name: { en: one.name, ar },
      expected: byTheMoon.test(one.rule),
    }));
  });
  const byDate = new Map(found.map((one) => [one.date, one]));
  const answer = [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  known.set(key, answer);
  return answer;
}

export const publicHolidayHandlers: Handlers<typeof publicHolidayRoutes> = {
  ofYear: ({ query }) => holidaysOf(query.country, query.year),
};
