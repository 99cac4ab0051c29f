import { z } from 'zod';
import type { Repeats } from '#platform/common/time/next-due.ts';
import { nextDue } from '#platform/common/time/next-due.ts';

const whole = (min: number, max: number) =>
  z.number('enterANumber').int('enterANumber').min(min, 'outOfRange').max(max, 'outOfRange');
const time = z.string('Required').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalidTime');
const day = z.iso.date('invalid');

const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

/** When a report runs by itself. */
export const reportSchedule = z
  .object({
    frequency: z.enum(['daily', 'weekly', 'monthly', 'quarterly', 'yearly']),
    times: z.array(time).min(1, 'Required').max(4, 'tooLong'),
    /** As in `Date.getDay()`, if it is weekly. */
    weekDays: z.array(whole(0, 6)).max(7, 'tooLong'),
    /** The last day in shorter months. */
    dayOfMonth: whole(1, 31),
    /** The month of the quarter or of the year. */
    monthOfPeriod: whole(1, 12),
    timeZone: z.string('Required').max(60, 'tooLong').refine(isZone, 'invalid'),
    /** The first and the last day. */
    from: day.nullable(),
    until: day.nullable(),
  })
  .refine(({ frequency, weekDays }) => frequency !== 'weekly' || weekDays.length > 0, {
    path: ['weekDays'],
    error: 'Required',
  })
  .refine(({ frequency, monthOfPeriod }) => frequency !== 'quarterly' || monthOfPeriod <= 3, {
    path: ['monthOfPeriod'],
    error: 'outOfRange',
  })
  .refine(({ times }) => areHoursApart(times), { path: ['times'], error: 'moreThanHourly' });
export type ReportSchedule = z.infer<typeof reportSchedule>;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A report is sent at most once an hour. */
function areHoursApart(times: readonly string[]): boolean {
  const minutes = times.map(minutesOf).sort((a, b) => a - b);
  const first = minutes[0] ?? 0;
  return [...minutes.slice(1), first + 1440].every((minute, at) => minute - (minutes[at] ?? 0) >= 60);
}

const dayIn = (instant: Date, zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant);

/** The first instant after `after` at which the schedule is due; null after its last day. */
export function nextReportDue(schedule: ReportSchedule, after: Date): Date | null {
  const { timeZone: zone, from, until, monthOfPeriod: month } = schedule;
  const repeats: Repeats = { ...schedule, month };
  // The day before the first one, so that its own times are found.
  const start =
    from === null ? after : new Date(Math.max(after.getTime(), Date.parse(`${from}T00:00:00Z`) - 86_400_000));
  let due = nextDue(repeats, start, zone);
  while (from !== null && dayIn(due, zone) < from) due = nextDue(repeats, due, zone);
  return until !== null && dayIn(due, zone) > until ? null : due;
}
