import { dayIn } from '#platform/common/time/date-range.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Holiday, WeekSchedule } from '#platform/common/time/week-schedule.ts';

/** An expected holiday awaits confirmation this many days before its date. */
const daysAhead = 7;

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The expected holidays of the coming week, whose dates have to be confirmed. */
export function awaitingConfirmation({ holidays, timeZone }: Pick<WeekSchedule, 'holidays' | 'timeZone'>): Holiday[] {
  const today = dayIn(timeZone);
  return holidays.filter(({ expected, date }) => expected && date >= today && date <= dayAfter(today, daysAhead));
}

export const byDate = (a: Pick<Holiday, 'date'>, b: Pick<Holiday, 'date'>): number => (a.date < b.date ? -1 : 1);

/** Confirms all days of the feast that an expected holiday belongs to, on their dates or one day earlier or later. */
export function confirmFeast(holidays: readonly Holiday[], { date, name }: Holiday, days: -1 | 0 | 1): Holiday[] {
  const feast = new Set([date]);
  const isDayOf = (holiday: Holiday) => holiday.expected && holiday.name.en === name.en && holiday.name.ar === name.ar;
  for (const step of [1, -1])
    for (let next = dayAfter(date, step); holidays.some((holiday) => holiday.date === next && isDayOf(holiday)); ) {
      feast.add(next);
      next = dayAfter(next, step);
    }
  return holidays
    .map((holiday) =>
      feast.has(holiday.date) && isDayOf(holiday)
        ? { ...holiday, date: dayAfter(holiday.date, days), expected: false }
        : holiday,
    )
    .sort(byDate);
}

/** Adds the holidays whose dates have none yet. */
export const withHolidays = (existing: readonly Holiday[], added: readonly Holiday[]): Holiday[] =>
  [...existing, ...added.filter(({ date }) => !existing.some((holiday) => holiday.date === date))].sort(byDate);
