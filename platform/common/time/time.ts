import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { plainDigits } from '../search/search.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/** Saturday, as the specification requires, independent of the locale. */
export const firstDayOfWeek = 6;
/** For events of which the seconds matter. The specification has no format for them. */
export const secondsFormat = 'DD/MM/YYYY HH:mm:ss';
export const dateFormats = {
  date: 'DD/MM/YYYY',
  dateTime: 'DD/MM/YYYY HH:mm',
  time: 'HH:mm',
  time12: 'h:mm A',
  picker: 'YYYY/MM/DD HH:mm',
  filter: 'YYYY-MM-DD',
} as const;

/**
 * Parses a typed date, DD/MM/YYYY in Latin or Arabic-Indic digits or YYYY-MM-DD, to YYYY-MM-DD; null if it is not a
 * date.
 */
export function parseDay(typed: string): string | null {
  const text = plainDigits(typed.trim());
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : undefined;
  // `Date` turns 30 February into a day of March.
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}

/** The first instant of a date (YYYY-MM-DD) in a time zone. */
export const startOfDay = (day: string, zone: string): string => dayjs.tz(`${day}T00:00:00`, zone).toISOString();
/** The last second of a date (YYYY-MM-DD) in a time zone. */
export const endOfDay = (day: string, zone: string): string => dayjs.tz(`${day}T23:59:59`, zone).toISOString();

/** A period: `from` is inclusive, `to` exclusive. ISO strings in UTC. */
export type Period = { from: string; to: string };

export function startOfWeek(day: Dayjs): Dayjs {
  return midnightBefore(day, (day.day() - firstDayOfWeek + 7) % 7);
}

// Subtracting days keeps today's UTC offset; `startOf` then finds midnight on a day with another offset.
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

/** The values of presets in addresses and saved filters; -1 is a custom period. */
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

/** The first period of each pair is compared with the second. */
export const comparisonPairs: readonly (readonly [PeriodName, PeriodName])[] = [
  ['today', 'yesterday'],
  ['this-week', 'last-week'],
  ['this-month', 'last-month'],
  ['this-year', 'last-year'],
];

/** The period of a preset at `now` (ISO), with days in the time zone (IANA name). */
export function periodOf(name: PeriodName, now: string | Date, zone: string): Period {
  const [from, to] = ranges[name](dayjs(now).tz(zone));
  return { from: from.toISOString(), to: to.toISOString() };
}

/** The number of days between two instants, rounded up. */
export const daysIn = (period: Period): number =>
  Math.ceil((Date.parse(period.to) - Date.parse(period.from)) / 86_400_000);
