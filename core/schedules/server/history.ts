import type { ChangeLine } from '#platform/common/change-log.ts';
import type { TimePeriod } from '#platform/common/time-fields.ts';
import type { WeekSchedule } from '#platform/common/week-schedule.ts';

type Change = ChangeLine['changes'][number];
type Value = Change['before'];
type Named = Record<string, Value>;

const hoursOf = (periods: readonly TimePeriod[]) => periods.map(({ start, end }) => `${start}–${end}`).join(' · ');
const days = (week: WeekSchedule['week']): Named =>
  Object.fromEntries(week.map(({ name, periods }) => [name, hoursOf(periods)]));

/** The parts of a schedule under names that tell them apart: days of the week, names of seasons, dates of holidays. */
const named: { [Field in 'week' | 'seasons' | 'holidays']: (value: never, locale: 'en' | 'ar') => Named } = {
  week: days,
  seasons: (seasons: WeekSchedule['seasons']) =>
    Object.fromEntries(seasons.map(({ name, from, to, week }) => [name, { from, to, ...days(week) }])),
  holidays: (holidays: WeekSchedule['holidays'], locale) =>
    Object.fromEntries(
      holidays.map(({ date, name, periods, expected }) => [
        date,
        { title: name[locale] || name.en || name.ar, hours: hoursOf(periods), expected },
      ]),
    ),
};

/** Shows of a change of hours only the days, seasons and holidays that are others than before. */
export function readable({ field, before, after }: Change, locale: 'en' | 'ar'): Change {
  if (!(field in named)) return { field, before, after };
  const parts = (value: Value) =>
    value === null ? {} : named[field as keyof typeof named](value as unknown as never, locale);
  const [old, next] = [parts(before), parts(after)];
  const differing = (of: Named, other: Named) =>
    Object.fromEntries(
      Object.entries(of).filter(([name, part]) => JSON.stringify(part) !== JSON.stringify(other[name])),
    );
  return { field, before: differing(old, next), after: differing(next, old) };
}
