import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { plainDigits } from './search.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/** Saturday, by the specification, never by the locale. */
export const firstDayOfWeek = 6;
export const dateFormats = {
  date: 'DD/MM/YYYY',
  dateTime: 'DD/MM/YYYY HH:mm',
  time: 'HH:mm',
  time12: 'h:mm A',
  picker: 'YYYY/MM/DD HH:mm',
  filter: 'YYYY-MM-DD',
} as const;

/** A day as people type it, DD/MM/YYYY in digits of either script, as YYYY-MM-DD; that form is taken as well. Null for what is no day. */
export function parseDay(typed: string): string | null {
  const text = plainDigits(typed.trim());
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : undefined;
  // The thirtieth of February would become a day of March.
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}

/** The first moment of a day (YYYY-MM-DD) in a time zone, as an instant. */
export const startOfDay = (day: string, zone: string): string => dayjs.tz(`${day}T00:00:00`, zone).toISOString();
/** Its last second. */
export const endOfDay = (day: string, zone: string): string => dayjs.tz(`${day}T23:59:59`, zone).toISOString();

/** A stretch of time: `from` belongs to it, `to` does not. ISO strings in UTC. */
export type Period = { from: string; to: string };

export function startOfWeek(day: Dayjs): Dayjs {
  return midnightBefore(day, (day.day() - firstDayOfWeek + 7) % 7);
}

// Counting days back keeps the offset of today: only `startOf` finds the midnight of a day that had another one.
const midnightBefore = (day: Dayjs, days: number): Dayjs => day.startOf('day').subtract(days, 'day').startOf('day');

type Range = (now: Dayjs) => [Dayjs, Dayjs];
const ranges = {
  'last-24-hours': (now) => [now.subtract(24, 'hour'), now],
  'last-48-hours': (now) => [now.subtract(48, 'hour'), now],
  'last-7-days': (now) => [now.subtract(7, 'day'), now],
  today: (now) => [now.startOf('day'), now],
  yesterday: (now) => [midnightBefore(now, 1), now.startOf('day')],
  'this-week': (now) => [startOfWeek(now), now],
  'last-week': (now) => [midnightBefore(startOfWeek(now), 7), startOfWeek(now)],
  'this-month': (now) => [now.startOf('month'), now],
  'last-month': (now) => [now.subtract(1, 'month').startOf('month'), now.startOf('month')],
  'this-year': (now) => [now.startOf('year'), now],
  'last-year': (now) => [now.subtract(1, 'year').startOf('year'), now.startOf('year')],
} satisfies Record<string, Range>;
export type PeriodName = keyof typeof ranges;

/** The values that addresses and saved filters carry. Source: 1-core.md §9; -1 is a custom period. */
export const periodPresets: readonly { value: number; name: PeriodName }[] = [
  { value: 0, name: 'last-24-hours' },
  { value: 9, name: 'last-48-hours' },
  { value: 8, name: 'today' },
  { value: 1, name: 'last-7-days' },
  { value: 2, name: 'this-week' },
  { value: 3, name: 'last-week' },
  { value: 4, name: 'this-month' },
  { value: 5, name: 'last-month' },
  { value: 7, name: 'this-year' },
];
export const customPeriod = -1;

/** Each pair compares the first with the second. */
export const comparisonPairs: readonly (readonly [PeriodName, PeriodName])[] = [
  ['today', 'yesterday'],
  ['this-week', 'last-week'],
  ['this-month', 'last-month'],
  ['this-year', 'last-year'],
];

/** The stretch that a preset means at `now` (ISO), with days as the time zone (IANA name) counts them. */
export function periodOf(name: PeriodName, now: string | Date, zone: string): Period {
  const [from, to] = ranges[name](dayjs(now).tz(zone));
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Whole and begun days between two instants. */
export const daysIn = (period: Period): number =>
  Math.ceil((Date.parse(period.to) - Date.parse(period.from)) / 86_400_000);
