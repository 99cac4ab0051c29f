import type { ChangeLine } from '#platform/common/change-log.ts';
import type { TimePeriod } from '#platform/common/time/time-fields.ts';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';

type Change = ChangeLine['changes'][number];
type Value = Change['before'];
type FieldsByName = Record<string, Value>;

const hoursOf = (periods: readonly TimePeriod[]) => periods.map(({ start, end }) => `${start}–${end}`).join(' · ');
const days = (week: WeekSchedule['week']): FieldsByName =>
  Object.fromEntries(week.map(({ name, periods }) => [name, hoursOf(periods)]));

/** The parts of a schedule keyed by weekday, season name or holiday date. */
const partsByName: { [Field in 'week' | 'seasons' | 'holidays']: (value: never, locale: 'en' | 'ar') => FieldsByName } =
  {
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

/** Reduces a change of hours to the days, seasons and holidays that differ. */
export function onlyChangedParts({ field, before, after }: Change, locale: 'en' | 'ar'): Change {
  if (!(field in partsByName)) return { field, before, after };
  const parts = (value: Value) =>
    value === null ? {} : partsByName[field as keyof typeof partsByName](value as unknown as never, locale);
  const [old, next] = [parts(before), parts(after)];
  const differing = (parts: FieldsByName, other: FieldsByName) =>
    Object.fromEntries(
      Object.entries(parts).filter(([name, part]) => JSON.stringify(part) !== JSON.stringify(other[name])),
    );
  return { field, before: differing(old, next), after: differing(next, old) };
}
