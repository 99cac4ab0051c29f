import { dayMs, hourMs, instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';
import type { Bucket } from '../../common/analysis/analysis.ts';

/** The day of a wall time as a number of days since 1970; weeks begin on Saturday, which 1970-01-03 was. */
const wallOf = (at: number, zone: string) => at + offsetAt(at, zone);
const startOfWallDay = (wall: number) => Math.floor(wall / dayMs) * dayMs;

/** When the bucket begins that an instant is in, by the clocks of the zone. Repeated hours are buckets of their own. */
export function bucketStart(at: number, bucket: Bucket, zone: string): number {
  const wall = wallOf(at, zone);
  if (bucket === 'hour') return at - (((wall % hourMs) + hourMs) % hourMs);
  const day = startOfWallDay(wall);
  if (bucket === 'day') return instantOf(day, zone);
  if (bucket === 'week') return instantOf(day - ((((day / dayMs - 2) % 7) + 7) % 7) * dayMs, zone);
  const date = new Date(day);
  return instantOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1), zone);
}

/** When the bucket after the one that begins at `start` begins. */
function nextStart(start: number, bucket: Bucket, zone: string): number {
  if (bucket === 'hour') return start + hourMs;
  const day = startOfWallDay(wallOf(start, zone) + hourMs);
  if (bucket === 'day') return instantOf(day + dayMs, zone);
  if (bucket === 'week') return instantOf(day + 7 * dayMs, zone);
  const date = new Date(day);
  return instantOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1), zone);
}

/** When each bucket of a period begins; the first one may begin before it. */
export function bucketStarts(from: number, to: number, bucket: Bucket, zone: string): number[] {
  const starts: number[] = [];
  for (let start = bucketStart(from, bucket, zone); start < to; start = nextStart(start, bucket, zone))
    starts.push(start);
  return starts;
}

/** The weekday, Saturday first, and the hour of an instant by the clocks of the zone. */
export function hourOfWeek(at: number, zone: string): { day: number; hour: number } {
  const date = new Date(wallOf(at, zone));
  return { day: (date.getUTCDay() + 1) % 7, hour: date.getUTCHours() };
}
