import { dayMs, instantOf, minuteMs, offsetAt } from '#platform/common/wall-clock.ts';
import type { MailTime } from '../common/mail-plan.ts';

/** The longest pause: from the 31st of January to that of a common year's February is shorter. */
const daysAhead = 62;

function isDay({ frequency, weekDays, dayOfMonth }: MailTime, date: Date): boolean {
  if (frequency === 'daily') return true;
  if (frequency === 'weekly') return weekDays.includes(date.getUTCDay());
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(dayOfMonth, lastDay);
}

/** The first time after `after` at which a plan is due, with days and times as the zone (IANA name) counts them. */
export function nextDue(plan: MailTime, after: Date, zone: string): Date {
  const [hours, minutes] = plan.time.split(':').map(Number) as [number, number];
  const today = Math.floor((after.getTime() + offsetAt(after.getTime(), zone)) / dayMs);
  // One day back: near a change of the clocks the day before may still be to come.
  for (let ahead = -1; ahead < daysAhead; ahead++) {
    const wall = (today + ahead) * dayMs + (hours * 60 + minutes) * minuteMs;
    if (!isDay(plan, new Date(wall))) continue;
    const instant = instantOf(wall, zone);
    if (instant > after.getTime()) return new Date(instant);
  }
  throw new Error(`the plan ${JSON.stringify(plan)} is never due`);
}
