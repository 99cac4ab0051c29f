import type { PrintedTrap } from '../../common/documents.ts';

/** Times of a document in the time zone of its site, from left to right also within Arabic. */
export function printedTime(zone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => `\u2066${format.format(new Date(at))}\u2069`;
}

/** The days of a document, of the same time zone. */
export function printedDay(zone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short' });
  return (at) => format.format(new Date(at));
}

/** The days of a period, of which the last one is still part. `to` is exclusive. */
export function printedDays(zone: string): (period: { from: string; to: string }) => string {
  const day = printedDay(zone);
  return ({ from, to }) => `${day(from)} – ${day(new Date(Date.parse(to) - 1).toISOString())}`;
}

/** The number on the trap, else its name. */
export const trapLabel = ({ number, name }: Pick<PrintedTrap, 'number' | 'name'>): string =>
  number === null ? name : String(number);
