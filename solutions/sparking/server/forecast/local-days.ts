import { dayMs, instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';
import { scheduledDays, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import { quarterMs } from '../stays/times.ts';

/** The hours and the clocks of a car park. `schedule` null: always open. */
export type Clock = { schedule: WeekSchedule | null; zone: string };
/** A day numbered from 1970-01-01, and a quarter of an hour of it, as clocks there show them. */
type LocalQuarter = { day: number; slot: number };

/** Quarters are numbered from 1970-01-01 in UTC. */
export const quarterOf = (at: number): number => Math.floor(at / quarterMs);

export function localQuarter(quarter: number, zone: string): LocalQuarter {
  const at = quarter * quarterMs;
  const wall = at + offsetAt(at, zone);
  const day = Math.floor(wall / dayMs);
  return { day, slot: Math.floor((wall - day * dayMs) / quarterMs) };
}

/** When a day begins, in ms since 1970. */
export const startOfDay = (day: number, zone: string): number => instantOf(day * dayMs, zone);

const daysOfWeek = 7;

/**
 * The classes of days: those of the same weekday are alike, unless one of them is a holiday or belongs to a season with hours
 * of its own, such as Ramadan.
 */
export function dayClasses({ schedule, zone }: Clock, first: number, last: number): (day: number) => string {
  const weekday = (day: number) => String(((day % daysOfWeek) + daysOfWeek) % daysOfWeek);
  if (schedule === null) return weekday;
  const noon = instantOf(first * dayMs + dayMs / 2, zone);
  const days = scheduledDays(schedule, noon, last - first + 1);
  return (day) => {
    const of = days[day - first];
    return `${weekday(day)} ${of?.holiday ? 'holiday' : (of?.season?.name ?? '')}`;
  };
}
