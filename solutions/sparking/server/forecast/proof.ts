import { type Band, type Expectations, type KnownShares, shareAhead } from './expected.ts';
import { ascending, quantile } from './quantile.ts';

const quartersOfDay = 96;
/** How many days of errors the range of a forecast is made of, and how many it is compared with naive ones. */
export const bandDays = 28;
const comparedDays = 14;
/** Fewer days do not prove anything. */
const leastDays = 7;
const hourAhead = 4;
/** How far ahead errors are counted, in quarters. */
const ahead = [1, 2, 3, hourAhead, 6, 8, 12, 16, 24, 32, 48, 64, quartersOfDay];
/** Fewer errors say nothing about one case of ten. */
const leastErrors = 30;

/**
 * The mean errors of an hour ahead: of the forecast, of "as now", of "as a week ago", and of "as it is at any time of the day".
 * The last one is beaten only where the time of the day says something: shares that follow no pattern are closer to the
 * middle of a few than to one of them, so that the others would be beaten there as well.
 */
export type Errors = { error: number; asNow: number; weekAgo: number; anyTime: number };
type Proof = { errors: Errors | null; bands: Band[] };

/** Whether forecasts have been better than all naive ones. */
export const isProven = ({ error, asNow, weekAgo, anyTime }: Errors): boolean =>
  error < Math.min(asNow, weekAgo, anyTime);

/**
 * How good forecasts would have been that were made in the last weeks before a quarter, each with what was known at its time.
 * The forecast is compared with naive ones in the same cases.
 */
export function proofOf(known: KnownShares, { expected, weekBefore }: Expectations, now: number): Proof {
  const middle = middleOf(known, now);
  const errors = new Map(ahead.map((quarters) => [quarters, [] as number[]]));
  const compared: Errors[] = [];
  const days = new Set<number>();
  for (let from = now - bandDays * quartersOfDay; from < now; from++) {
    const [share, usual] = [known.get(from), expected(from)];
    if (share === undefined || usual === null) continue;
    for (const [quarters, list] of errors) {
      const then = from + quarters;
      const [actual, usualThen] = [then < now ? known.get(then) : undefined, expected(then)];
      if (actual === undefined || usualThen === null) continue;
      const error = actual - shareAhead(usualThen, share - usual, quarters);
      list.push(error);
      const week = weekBefore(then);
      if (quarters !== hourAhead || then < now - comparedDays * quartersOfDay || week === null) continue;
      compared.push({
        error: Math.abs(error),
        asNow: Math.abs(actual - share),
        weekAgo: Math.abs(actual - week),
        anyTime: Math.abs(actual - middle),
      });
      days.add(Math.floor(then / quartersOfDay));
    }
  }
  return {
    errors: days.size < leastDays ? null : meanErrors(compared),
    bands: [...errors].flatMap(([quarters, list]) => bandOf(quarters, list)),
  };
}

function meanErrors(all: readonly Errors[]): Errors {
  const mean = (key: keyof Errors) => all.reduce((sum, one) => sum + one[key], 0) / all.length;
  return { error: mean('error'), asNow: mean('asNow'), weekAgo: mean('weekAgo'), anyTime: mean('anyTime') };
}

/** The share in the middle of those of the last weeks. */
function middleOf(known: KnownShares, now: number): number {
  const first = now - bandDays * quartersOfDay;
  const shares = [...known].flatMap(([quarter, share]) => (quarter >= first && quarter < now ? [share] : []));
  return quantile(shares.sort(ascending), 0.5) ?? 0;
}

function bandOf(quarters: number, errors: number[]): Band[] {
  errors.sort(ascending);
  const [low, high] = [quantile(errors, 0.1), quantile(errors, 0.9)];
  return low === null || high === null || errors.length < leastErrors ? [] : [{ quarters, low, high }];
}
