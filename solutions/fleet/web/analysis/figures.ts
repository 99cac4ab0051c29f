import type { Period } from '#platform/common/time/time.ts';
import type { analysisBuckets } from '../../common/analysis.ts';

const dayMs = 86_400_000;

/** The finest bucket with which a period can still be read. */
export function bucketOf({ from, to }: Period): (typeof analysisBuckets)[number] {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (days <= 2) return 'hour';
  if (days <= 45) return 'day';
  return days <= 200 ? 'week' : 'month';
}

/** A share of a whole; null without one. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** By how much a value is above the one before, as a share of it; null if there was none. */
export const changeOf = (value: number, before: number): number | null =>
  before > 0 ? (value - before) / before : null;
