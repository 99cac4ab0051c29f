import { wallDay } from '#platform/common/time/wall-clock.ts';

/** The first and the last day (YYYY-MM-DD) of a period by the clock of a time zone. `to` is exclusive. */
export const periodDays = (
  { from, to }: { from: string; to: string },
  zone: string,
): { first: string; last: string } => ({
  first: wallDay(Date.parse(from), zone),
  last: wallDay(Date.parse(to) - 1, zone),
});
