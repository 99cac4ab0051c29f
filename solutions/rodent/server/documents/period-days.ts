import { offsetAt } from '#platform/common/time/wall-clock.ts';

/** The first and the last day (YYYY-MM-DD) of a period by the clock of a time zone. `to` is exclusive. */
export function periodDays({ from, to }: { from: string; to: string }, zone: string): { first: string; last: string } {
  const dayOf = (at: number) => new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10);
  return { first: dayOf(Date.parse(from)), last: dayOf(Date.parse(to) - 1) };
}
