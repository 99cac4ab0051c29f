import { type Clock, dayClasses, localQuarter } from './local-days.ts';
import { ascending, quantile } from './quantile.ts';

/** The occupied share of quarters that are known well enough to learn from, by their numbers. */
export type KnownShares = ReadonlyMap<number, number>;
/** What is expected of a quarter by the days before it; null if they say nothing. */
export type Expected = (quarter: number) => number | null;

/** How many days are learned from: they contain six of each weekday. */
export const learnedDays = 42;

/** What was known of each quarter of local days. An hour that comes twice is known as it was the second time. */
function byLocalDay(known: KnownShares, zone: string): Map<number, Map<number, number>> {
  const days = new Map<number, Map<number, number>>();
  for (const [quarter, share] of known) {
    const { day, slot } = localQuarter(quarter, zone);
    const of = days.get(day) ?? new Map<number, number>();
    of.set(slot, share);
    days.set(day, of);
  }
  return days;
}

/** What is expected of a car park, and what it was like a week before at the same local time. */
export type Expectations = { expected: Expected; weekBefore: Expected };

export function expectationsOf(known: KnownShares, clock: Clock): Expectations {
  const days = byLocalDay(known, clock.zone);
  const all = [...days.keys()].sort(ascending);
  const [first = 0, last = 0] = [all[0], all.at(-1)];
  const classOf = dayClasses(clock, first, last + learnedDays);
  const alike = new Map<number, number[]>();
  const daysLike = (day: number): number[] => {
    const found =
      alike.get(day) ?? all.filter((one) => one < day && one >= day - learnedDays && classOf(one) === classOf(day));
    alike.set(day, found);
    return found;
  };
  const results = new Map<number, number | null>();
  const expected: Expected = (quarter) => {
    const before = results.get(quarter);
    if (before !== undefined) return before;
    const { day, slot } = localQuarter(quarter, clock.zone);
    const shares = daysLike(day).flatMap((one) => days.get(one)?.get(slot) ?? []);
    const result = quantile(shares.sort(ascending), 0.5);
    results.set(quarter, result);
    return result;
  };
  const weekBefore: Expected = (quarter) => {
    const { day, slot } = localQuarter(quarter, clock.zone);
    return days.get(day - 7)?.get(slot) ?? null;
  };
  return { expected, weekBefore };
}

const minutesOfQuarter = 15;
/** After so many minutes, about a third is left of how much fuller it was than expected. */
const lastsMinutes = 60;
const within = (share: number): number => Math.min(1, Math.max(0, share));

/** The share that is expected some quarters ahead of one that was by so much fuller than expected. */
export const shareAhead = (expected: number, fuller: number, quarters: number): number =>
  within(expected + fuller * Math.exp((-quarters * minutesOfQuarter) / lastsMinutes));

/** By how much forecasts were wrong in one case of ten at least in either direction, so many quarters ahead. */
export type Band = { quarters: number; low: number; high: number };

/** The range of a forecast, by the bands of the forecasts that look about as far ahead. */
export function rangeAround(share: number, bands: readonly Band[], quarters: number): { low: number; high: number } {
  const before = bands.findLast((band) => band.quarters <= quarters) ?? bands[0];
  const after = bands.find((band) => band.quarters >= quarters) ?? bands.at(-1);
  if (!before || !after) return { low: share, high: share };
  const distance = after.quarters - before.quarters;
  const part = distance > 0 ? (quarters - before.quarters) / distance : 0;
  const between = (key: 'low' | 'high') => before[key] + (after[key] - before[key]) * part;
  return { low: within(share + between('low')), high: within(share + between('high')) };
}
