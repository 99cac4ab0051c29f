import type { Period } from '#platform/common/time/time.ts';
import { type Bucket, leastKnown, type PlaceSums } from '../../common/analysis.ts';
import { knownShare, occupiedShare } from '../../common/shares.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

type Parts = Pick<PlaceSums, 'open' | 'occupied' | 'unknown'>;

/** The occupied share; null if too little is known for it to mean much. */
export const wellKnownShare = (parts: Parts): number | null =>
  (knownShare(parts) ?? 0) < leastKnown ? null : occupiedShare(parts);

/** The points of a line in percent, with a gap wherever too little is known. */
export const occupiedPoints = (
  buckets: readonly (Parts & { start: string })[],
): [at: string, percent: number | null][] =>
  buckets.map((bucket) => {
    const share = wellKnownShare(bucket);
    return [bucket.start, share === null ? null : 100 * share];
  });

/** The finest bucket with which a period can still be read. */
export function bucketOf({ from, to }: Period): Bucket {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (days <= 2) return 'quarter';
  if (days <= 15) return 'hour';
  return days <= 92 ? 'day' : 'week';
}

const shifted = (at: string, by: number): string => new Date(Date.parse(at) + by).toISOString();
export const weekBefore = ({ from, to }: Period): Period => ({
  from: shifted(from, -weekMs),
  to: shifted(to, -weekMs),
});
/** The same time a week later, so that two weeks lie on each other. */
export const weekLater = (at: string): string => shifted(at, weekMs);
