import { firstDayOfWeek } from '#platform/common/time/time.ts';
import { dayMs, hourMs, instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';

export const buckets = ['hour', 'day', 'week', 'month', 'total'] as const;
export type Bucket = (typeof buckets)[number];

/** The wall-clock time at which the next bucket begins; times as if they were UTC. */
function nextWall(wall: number, bucket: Exclude<Bucket, 'hour' | 'total'>): number {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (bucket === 'month') return Date.UTC(year, month + 1, 1);
  const days = bucket === 'day' ? 1 : 7 - ((date.getUTCDay() - firstDayOfWeek + 7) % 7);
  return Date.UTC(year, month, day) + days * dayMs;
}

/**
 * The limits of the buckets of a period by the clocks of a zone, from its begin to its end: the first and the last bucket
 * may be shorter. Days are from midnight to midnight, also where the clocks change in between; weeks begin on Saturday.
 */
export function bucketLimits(from: number, to: number, bucket: Bucket, zone: string): number[] {
  const limits = [from];
  for (let at = from; at < to; ) {
    const wall = at + offsetAt(at, zone);
    if (bucket === 'total') at = to;
    // The hour that the clocks repeat is two hours.
    else if (bucket === 'hour') at += hourMs - (wall % hourMs);
    else at = instantOf(nextWall(wall, bucket), zone);
    limits.push(Math.min(at, to));
  }
  return limits;
}
