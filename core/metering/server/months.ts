import { instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';

/** The local month (YYYY-MM) of an instant. */
export const monthAt = (at: number, zone: string): string =>
  new Date(at + offsetAt(at, zone)).toISOString().slice(0, 7);

/** The month (YYYY-MM) a number of months later, or earlier if negative. */
export function monthsLater(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

const startOf = (month: string, zone: string) => instantOf(Date.parse(`${month}-01T00:00:00Z`), zone);

/** The beginning and end of a local month, in milliseconds since 1970. */
export const monthSpan = (month: string, zone: string): { from: number; to: number } => ({
  from: startOf(month, zone),
  to: startOf(monthsLater(month, 1), zone),
});

/** The first day of a month, as the database stores it. */
export const firstDayOf = (month: string): string => `${month}-01`;
