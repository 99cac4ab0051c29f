import { plainDigits } from '../search/search.ts';

/** `hour` 0 to 23. */
export type TimeValue = { hour: number; minute: number };
export type Meridiem = 'am' | 'pm';
/** `start` and `end` as HH:mm. */
export type TimePeriod = { start: string; end: string };

/** Applies the mask ##:## to typed text. Arabic-Indic digits are accepted. */
export function maskTime(text: string): string {
  const digits = plainDigits(text).replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;
}

export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Minutes from midnight of HH:mm. */
export const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** The end is strictly later than the start. */
export const isLater = (end: string, start: string): boolean => minutesOf(end) > minutesOf(start);

export type TimesFault = 'invalidTime' | 'toLater' | null;

/** The errors of two times. An empty time is not an error yet; `complete` is true when both are valid. */
export function timesFault(from: string, to: string): { from: TimesFault; to: TimesFault; complete: boolean } {
  const fromFault = from === '' || isTime(from) ? null : 'invalidTime';
  const toFault =
    to === '' ? null : !isTime(to) ? 'invalidTime' : isTime(from) && !isLater(to, from) ? 'toLater' : null;
  return { from: fromFault, to: toFault, complete: isTime(from) && isTime(to) && isLater(to, from) };
}

/** Checks that the periods of a day are complete and do not overlap. */
export function periodsFault(periods: readonly TimePeriod[]): 'incomplete' | 'overlap' | null {
  if (!periods.every(({ start, end }) => timesFault(start, end).complete)) return 'incomplete';
  const sorted = [...periods].sort((a, b) => minutesOf(a.start) - minutesOf(b.start));
  const meets = sorted.some(
    (one, position) => position > 0 && isLater((sorted[position - 1] as TimePeriod).end, one.start),
  );
  return meets ? 'overlap' : null;
}

export const padTwo = (value: number): string => String(value).padStart(2, '0');

/** The hour of a 12-hour clock from typed text: at most two digits; 0 and values above 12 become 12. */
export function clockHour(typed: string): number {
  const value = Number(plainDigits(typed).replace(/\D/g, '').slice(0, 2));
  return value === 0 || value > 12 ? 12 : value;
}

/** The minute from typed text; values above 59 become 59. */
export const clockMinute = (typed: string): number =>
  Math.min(59, Number(plainDigits(typed).replace(/\D/g, '').slice(0, 2)));

/** Steps a field by an arrow key. It starts from the typed value, even if that is only the first of two digits. */
export const stepTyped = (
  typed: string,
  current: number,
  { read, step }: { read(typed: string): number; step(value: number, by: 1 | -1): number },
  by: 1 | -1,
): number => step(typed === '' ? current : read(typed), by);

/** Arrow keys stop at 1 and 12 for the hour, and at 0 and 59 for the minute. */
export const stepHour = (hour: number, by: 1 | -1): number => Math.max(1, Math.min(12, hour + by));
export const stepMinute = (minute: number, by: 1 | -1): number => Math.max(0, Math.min(59, minute + by));

export const toClock = ({ hour, minute }: TimeValue): { hour: number; minute: number; meridiem: Meridiem } => ({
  hour: hour % 12 === 0 ? 12 : hour % 12,
  minute,
  meridiem: hour < 12 ? 'am' : 'pm',
});

export const fromClock = (hour: number, minute: number, meridiem: Meridiem): TimeValue => ({
  hour: (hour % 12) + (meridiem === 'pm' ? 12 : 0),
  minute,
});
