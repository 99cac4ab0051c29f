import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import type { Plan } from '../common/schedule.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const minute = 60_000;
/** The longest pause: from the 31st of January to that of a common year's February is shorter. */
const daysAhead = 62;

/** Minutes by which the zone is ahead of UTC at an instant. */
const offsetAt = (instant: number, zone: string): number => dayjs(instant).tz(zone).utcOffset();

/**
 * The instant of a wall-clock time. One that the clocks skip is as much later as they skip; of one that they repeat it
 * is the first.
 */
function instantOf(wall: number, zone: string): number {
  const day = 1440 * minute;
  // The offsets on both sides of whatever change lies near.
  const offsets = [offsetAt(wall - day, zone), offsetAt(wall + day, zone)] as const;
  const [before, after] = offsets.map((offset) => wall - offset * minute) as [number, number];
  const fits = [before, after].filter((instant) => instant + offsetAt(instant, zone) * minute === wall);
  return fits.length > 0 ? Math.min(...fits) : before;
}

function isDay({ frequency, weekDays, dayOfMonth }: Plan, date: Date): boolean {
  if (frequency === 'daily') return true;
  if (frequency === 'weekly') return weekDays.includes(date.getUTCDay());
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(dayOfMonth, lastDay);
}

/** The first time after `after` at which a plan is due, with days and times as the zone (IANA name) counts them. */
export function nextDue(plan: Plan, after: Date, zone: string): Date {
  const [hours, minutes] = plan.time.split(':').map(Number) as [number, number];
  const local = new Date(after.getTime() + offsetAt(after.getTime(), zone) * minute);
  // One day back: near a change of the clocks the day before may still be to come.
  for (let ahead = -1; ahead < daysAhead; ahead++) {
    const wall = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + ahead, hours, minutes);
    if (!isDay(plan, new Date(wall))) continue;
    const instant = instantOf(wall, zone);
    if (instant > after.getTime()) return new Date(instant);
  }
  throw new Error(`the plan ${JSON.stringify(plan)} is never due`);
}
