import { z } from 'zod';
import { day, requiredText, timeZone } from '../validation/validation.ts';
import { isTime, minutesOf, periodsFault, type TimePeriod } from './time-fields.ts';
import { constantOffset, dayMs, minuteMs } from './wall-clock.ts';

export const weekdays = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;
export type Weekday = (typeof weekdays)[number];

export const maxPeriods = 6;
/**
 * As the end of a period it means the end of the day, so that a period from 00:00 of the next day follows without a
 * gap.
 */
export const lastMinuteOfDay = '23:59';

const clock = z.string('Required').refine(isTime, 'invalidTime');
/** The open hours of one day; empty when it is closed. The `end` of a period is later than its `start`. */
const periods = z
  .array(z.object({ start: clock, end: clock }))
  .max(maxPeriods, 'tooManyPeriods')
  .refine((all) => periodsFault(all) !== 'incomplete', 'toAfterFrom')
  .refine((all) => periodsFault(all) !== 'overlap', 'overlap');

const daySchedule = z.object({ name: z.enum(weekdays), periods });
export type DaySchedule = z.infer<typeof daySchedule>;
const week = z
  .array(daySchedule)
  .length(weekdays.length, 'invalid')
  .refine((days) => days.every(({ name }, at) => name === weekdays[at]), 'invalid');

/** Other hours for a part of the year, such as Ramadan or the summer; both dates are inclusive. */
export const season = z
  .object({ from: day(), to: day(), name: requiredText(80), week })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'toAfterFrom' });
export type Season = z.infer<typeof season>;

/**
 * A date that is closed or has its own hours. `expected`: the date depends on the sighting of the moon and a person has
 * yet to confirm it.
 */
export const holiday = z.object({
  date: day(),
  name: z
    .object({ en: z.string().trim().max(120, 'tooLong'), ar: z.string().trim().max(120, 'tooLong') })
    .refine(({ en, ar }) => en !== '' || ar !== '', { path: ['en'], message: 'Required' }),
  expected: z.boolean(),
  periods,
});
export type Holiday = z.infer<typeof holiday>;

const meet = (seasons: readonly Pick<Season, 'from' | 'to'>[]) =>
  [...seasons]
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .some(({ from }, at, sorted) => at > 0 && from <= (sorted[at - 1] as Season).to);

/**
 * Opening hours in a time zone: a week, other weeks for seasons, and holidays, which take precedence. Evaluators cache
 * by object identity: do not mutate a schedule.
 */
export const weekSchedule = z.object({
  timeZone: timeZone(),
  /** Seven days, Saturday first. */
  week,
  seasons: z
    .array(season)
    .max(20, 'tooLong')
    .refine((all) => !meet(all), 'overlap'),
  holidays: z
    .array(holiday)
    .max(400, 'tooLong')
    .refine((all) => new Set(all.map(({ date }) => date)).size === all.length, 'sameDay'),
});
export type WeekSchedule = z.infer<typeof weekSchedule>;

export const closedWeek = (): DaySchedule[] => weekdays.map((name) => ({ name, periods: [] }));

/** Open from `start` (inclusive) to `end` (exclusive), in ms from midnight. */
type Interval = readonly [start: number, end: number];
type IntervalsOfWeek = readonly Interval[][];
/** Open or closed from `from` (inclusive) to `until` (exclusive), in ms since 1970. The state may last longer. */
type State = { open: boolean; from: number; until: number };
type Compiled = {
  zone: string;
  week: IntervalsOfWeek;
  seasons: { from: string; to: string; week: IntervalsOfWeek }[];
  holidays: Map<string, Interval[]>;
  /** The last result, which nearly always answers the next query. */
  last: State | null;
};

/** Sorted intervals; adjacent ones are merged. */
function intervalsOf(all: readonly TimePeriod[]): Interval[] {
  const joined: Interval[] = [];
  for (const { start, end } of [...all].sort((a, b) => minutesOf(a.start) - minutesOf(b.start))) {
    const from = minutesOf(start) * minuteMs;
    const until = end === lastMinuteOfDay ? dayMs : minutesOf(end) * minuteMs;
    const before = joined.at(-1);
    if (before && from <= before[1]) joined[joined.length - 1] = [before[0], Math.max(before[1], until)];
    else joined.push([from, until]);
  }
  return joined;
}

const intervalsOfWeek = (days: readonly DaySchedule[]): IntervalsOfWeek =>
  weekdays.map((name) => intervalsOf(days.find((one) => one.name === name)?.periods ?? []));

const compiled = new WeakMap<WeekSchedule, Compiled>();

function compile(schedule: WeekSchedule): Compiled {
  let found = compiled.get(schedule);
  if (!found) {
    found = {
      zone: schedule.timeZone,
      week: intervalsOfWeek(schedule.week),
      seasons: schedule.seasons.map(({ from, to, week: days }) => ({ from, to, week: intervalsOfWeek(days) })),
      holidays: new Map(schedule.holidays.map((one) => [one.date, intervalsOf(one.periods)])),
      last: null,
    };
    compiled.set(schedule, found);
  }
  return found;
}

const seasonOn = <Of extends { from: string; to: string }>(seasons: readonly Of[], date: string): Of | undefined =>
  seasons.find(({ from, to }) => from <= date && date <= to);

/** The open hours of a day, numbered from 1970-01-01, which was a Thursday. */
function intervalsOn({ holidays, seasons, week: regularWeek }: Compiled, dayNumber: number): readonly Interval[] {
  const date = new Date(dayNumber * dayMs).toISOString().slice(0, 10);
  const { week: days } = seasonOn(seasons, date) ?? { week: regularWeek };
  return holidays.get(date) ?? days[(((dayNumber + weekdays.indexOf('Thursday')) % 7) + 7) % 7] ?? [];
}

function stateAt(schedule: Compiled, at: number): State {
  const { last } = schedule;
  if (last && at >= last.from && at < last.until) return last;
  const { from, to, offset } = constantOffset(at, schedule.zone);
  const dayNumber = Math.floor((at + offset) / dayMs);
  const midnight = dayNumber * dayMs - offset;
  let [open, since, until] = [false, 0, dayMs];
  for (const [start, end] of intervalsOn(schedule, dayNumber)) {
    open = at >= midnight + start && at < midnight + end;
    if (at < midnight + end) {
      [since, until] = open ? [start, end] : [since, start];
      break;
    }
    since = end;
  }
  schedule.last = { open, from: Math.max(from, midnight + since), until: Math.min(to, midnight + until) };
  return schedule.last;
}

/** Whether the schedule is open at an instant (ms since 1970), in its time zone. */
export const isOpen = (schedule: WeekSchedule, at: number): boolean => stateAt(compile(schedule), at).open;

const longestSearch = 2 * 366 * dayMs;

/**
 * The first instant (ms since 1970) after `at` at which the schedule opens or closes; null if it does not within two
 * years.
 */
export function nextChange(schedule: WeekSchedule, at: number): number | null {
  const known = compile(schedule);
  const { open, until } = stateAt(known, at);
  for (let next = until; next < at + longestSearch; ) {
    const state = stateAt(known, next);
    if (state.open !== open) return next;
    next = state.until;
  }
  return null;
}

/**
 * The instant (ms since 1970) by which the schedule has been open for `openMs` since `at`; null if that takes more than
 * two years.
 */
export function openTimeAfter(schedule: WeekSchedule, at: number, openMs: number): number | null {
  const known = compile(schedule);
  let rest = openMs;
  for (let from = at; from < at + longestSearch; ) {
    const { open, until } = stateAt(known, from);
    if (open && until - from >= rest) return from + rest;
    if (open) rest -= until - from;
    from = until;
  }
  return null;
}

/** Whether the schedule is open at `from`, and the instants until `to` (all in ms since 1970) at which that changes. */
export function changesBetween(schedule: WeekSchedule, from: number, to: number): { open: boolean; changes: number[] } {
  const known = compile(schedule);
  const first = stateAt(known, from);
  const changes: number[] = [];
  for (let { open, until } = first; until < to; ) {
    const state = stateAt(known, until);
    if (state.open !== open) changes.push(until);
    ({ open, until } = state);
  }
  return { open: first.open, changes };
}

/** How long the schedule is open between two instants (ms since 1970), in ms. */
export function openTimeBetween(schedule: WeekSchedule, from: number, to: number): number {
  const known = compile(schedule);
  let openMs = 0;
  for (let at = from; at < to; ) {
    const { open, until } = stateAt(known, at);
    const end = Math.min(until, to);
    if (open) openMs += end - at;
    at = end;
  }
  return openMs;
}

/** The hours of a day in the time zone of the schedule: `date` as YYYY-MM-DD, open intervals in minutes from midnight. */
export type ScheduledDay = {
  date: string;
  open: readonly (readonly [from: number, to: number])[];
  holiday: Holiday | null;
  season: Season | null;
};

/** The hours of a number of days, starting with the one that contains an instant (ms since 1970). */
export function scheduledDays(schedule: WeekSchedule, at: number, count: number): ScheduledDay[] {
  const known = compile(schedule);
  const first = Math.floor((at + constantOffset(at, known.zone).offset) / dayMs);
  return Array.from({ length: count }, (_, ahead) => {
    const date = new Date((first + ahead) * dayMs).toISOString().slice(0, 10);
    return {
      date,
      open: intervalsOn(known, first + ahead).map(([from, to]) => [from / minuteMs, to / minuteMs] as const),
      holiday: schedule.holidays.find((one) => one.date === date) ?? null,
      season: seasonOn(schedule.seasons, date) ?? null,
    };
  });
}
