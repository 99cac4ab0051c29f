import { dayMs, instantOf, minuteMs, offsetAt } from '#platform/common/time/wall-clock.ts';
import type { MailTime } from '../common/mail-plan.ts';

/** Longer than any pause between two due times. */
const daysAhead = 62;

function isDay({ frequency, weekDays, dayOfMonth }: MailTime, date: Date): boolean {
  if (frequency === 'daily') return true;
  if (frequency === 'weekly') return weekDays.includes(date.getUTCDay());
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(dayOfMonth, lastDay);
}

/** The first due time after `after`, with days and times in the time zone (IANA name). */
export function nextDue(plan: MailTime, after: Date, zone: string): Date {
  const [hours, minutes] = plan.time.split(':').map(Number) as [number, number];
  const today = Math.floor((after.getTime() + offsetAt(after.getTime(), zone)) / dayMs);
  // Starts one day back: near a clock change the day before can still be due.
  for (let ahead = -1; ahead < daysAhead; ahead++) {
    const wall = (today + ahead) * dayMs + (hours * 60 + minutes) * minuteMs;
    if (!isDay(plan, new Date(wall))) continue;
    const instant = instantOf(wall, zone);
    if (instant > after.getTime()) return new Date(instant);
  }
  throw new Error(`the plan ${JSON.stringify(plan)} is never due`);
}
