import { dayMs, instantOf, minuteMs, offsetAt } from './wall-clock.ts';

/** When something repeats, by the clocks of a time zone. */
export type Repeats = {
  frequency: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly';
  /** `HH:mm` */
  times: readonly string[];
  /** Days of the week as in `Date.getDay()`, if it is weekly. */
  weekDays?: readonly number[];
  /** From 1, if it repeats by months; the last day in shorter months. */
  dayOfMonth?: number;
  /** From 1: the month of the quarter or year, if it is quarterly or yearly. */
  month?: number;
};

/** Longer than any pause between two due days: a leap year. */
const daysAhead = 368;

/** Whether it can be due in the month of a date. */
function isMonth({ frequency, month = 1 }: Repeats, date: Date): boolean {
  if (frequency === 'yearly') return date.getUTCMonth() === month - 1;
  return frequency !== 'quarterly' || date.getUTCMonth() % 3 === month - 1;
}

function isDay(repeats: Repeats, date: Date): boolean {
  const { frequency, weekDays = [], dayOfMonth = 1 } = repeats;
  if (frequency === 'daily') return true;
  if (frequency === 'weekly') return weekDays.includes(date.getUTCDay());
  if (!isMonth(repeats, date)) return false;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(dayOfMonth, lastDay);
}

const minutesOf = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};

/**
 * The first due instant after `after`, with days and times in the time zone (IANA name). A time that the clocks skip is due
 * later by as much as they skip, one that they repeat the first time.
 */
export function nextDue(repeats: Repeats, after: Date, zone: string): Date {
  const minutes = repeats.times.map(minutesOf).sort((a, b) => a - b);
  const today = Math.floor((after.getTime() + offsetAt(after.getTime(), zone)) / dayMs);
  // Starts one day back: near a clock change the day before can still be due.
  for (let ahead = -1; ahead < daysAhead; ahead++) {
    const day = (today + ahead) * dayMs;
    if (!isDay(repeats, new Date(day))) continue;
    const instants = minutes.map((minute) => instantOf(day + minute * minuteMs, zone));
    const due = Math.min(...instants.filter((instant) => instant > after.getTime()));
    if (Number.isFinite(due)) return new Date(due);
  }
  throw new Error(`${JSON.stringify(repeats)} is never due`);
}
