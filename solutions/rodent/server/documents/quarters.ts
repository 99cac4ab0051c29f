import { instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';

/** A quarter of a year in ms since 1970; the first and the last one of a period are cut. */
export type Quarter = { from: number; to: number };

/** The beginning of a quarter by the clock of a time zone: that of an instant, or so many quarters later. */
export function quarterBegin(at: number, zone: string, later = 0): number {
  const wall = new Date(at + offsetAt(at, zone));
  return instantOf(Date.UTC(wall.getUTCFullYear(), 3 * (Math.floor(wall.getUTCMonth() / 3) + later), 1), zone);
}

/** The calendar quarters of a period. */
export function quartersOf({ from, to }: Quarter, zone: string): Quarter[] {
  const quarters: Quarter[] = [];
  for (let begin = from; begin < to; ) {
    const end = Math.min(to, quarterBegin(begin, zone, 1));
    quarters.push({ from: begin, to: end });
    begin = end;
  }
  return quarters;
}

/** So many whole quarters before the one of an instant, the newest first. */
export const quartersBefore = (at: number, zone: string, count: number): Quarter[] =>
  Array.from({ length: count }, (_, n) => ({ from: quarterBegin(at, zone, -n - 1), to: quarterBegin(at, zone, -n) }));
