import { dayIn } from '#platform/common/date-range.ts';
import { dayMs } from '#platform/common/wall-clock.ts';
import type { Holiday, WeekSchedule } from '#platform/common/week-schedule.ts';

/** Days before an expected holiday on which its date is asked about. */
const daysAhead = 7;

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The expected holidays of the coming week, whose dates a person has to confirm. */
export function awaitingConfirmation({ holidays, timeZone }: Pick<WeekSchedule, 'holidays' | 'timeZone'>): Holiday[] {
  const today = dayIn(timeZone);
  return holidays.filter(({ expected, date }) => expected && date >= today && date <= dayAfter(today, daysAhead));
}

export const byDate = (a: Pick<Holiday, 'date'>, b: Pick<Holiday, 'date'>): number => (a.date < b.date ? -1 : 1);

/** Confirms an expected holiday, with the other days of the same feast, on its date or a day beside it. */
export function settle(holidays: readonly Holiday[], { date, name }: Holiday, days: -1 | 0 | 1): Holiday[] {
  const feast = new Set([date]);
  const isDayOf = (one: Holiday) => one.expected && one.name.en === name.en && one.name.ar === name.ar;
  for (const step of [1, -1])
    for (let next = dayAfter(date, step); holidays.some((one) => one.date === next && isDayOf(one)); ) {
      feast.add(next);
      next = dayAfter(next, step);
    }
  return holidays
    .map((one) =>
      feast.has(one.date) && isDayOf(one) ? { ...one, date: dayAfter(one.date, days), expected: false } : one,
    )
    .sort(byDate);
}

/** Adds those whose dates are not there yet. */
export const withHolidays = (before: readonly Holiday[], added: readonly Holiday[]): Holiday[] =>
  [...before, ...added.filter(({ date }) => !before.some((one) => one.date === date))].sort(byDate);
