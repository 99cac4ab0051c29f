import type { Period } from '#platform/common/time/time.ts';
import { type Bucket, leastKnown, type PlaceSums } from '../../common/analysis.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

type Parts = Pick<PlaceSums, 'open' | 'occupied' | 'unknown'>;

/** The share of the known time in which bays were occupied, from 0 to 1; null if nothing is known. */
export const occupiedShare = ({ open, occupied, unknown }: Parts): number | null =>
  open > unknown ? occupied / (open - unknown) : null;

/** The share of the open time that is known, from 0 to 1; null if it was never open. */
export const knownShare = ({ open, unknown }: Pick<Parts, 'open' | 'unknown'>): number | null =>
  open > 0 ? (open - unknown) / open : null;

/** The occupied share; null if too little is known for it to mean much. */
export const wellKnownShare = (parts: Parts): number | null =>
  (knownShare(parts) ?? 0) < leastKnown ? null : occupiedShare(parts);

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
