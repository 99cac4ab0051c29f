import dayjs from 'dayjs';
import type { Period } from '#platform/common/time/time.ts';

/** Instant (ms or ISO) and value, optionally with the lowest and highest value of its bucket; null is an explicit gap. */
export type SeriesPoint = readonly [at: number | string, value: number | null, low?: number, high?: number];
export type PlotPoint = [wall: number, value: number | null, low?: number, high?: number];

const dayMs = 86_400_000;

/** UTC offsets of a zone, cached per day, because a chart has up to 100,000 points. */
export function wallClock(zone: string): (ms: number) => number {
  const offsets = new Map<number, number>();
  return (ms) => {
    const day = Math.floor(ms / dayMs);
    let offset = offsets.get(day);
    if (offset === undefined) {
      offset = dayjs(ms).tz(zone).utcOffset() * 60_000;
      offsets.set(day, offset);
    }
    return ms + offset;
  };
}

/** An interval longer than this many median intervals is a gap. */
const gapFactor = 3;

/** The longest interval that is not a gap: three times the median interval. */
export function defaultGap(times: readonly number[]): number {
  if (times.length < 3) return Number.POSITIVE_INFINITY;
  const step = Math.max(1, Math.floor(times.length / 1000));
  const intervals: number[] = [];
  for (let at = step; at < times.length; at += step) intervals.push((times[at] as number) - (times[at - 1] as number));
  intervals.sort((a, b) => a - b);
  return (intervals[intervals.length >> 1] as number) * gapFactor;
}

/** Points in wall-clock time, with a null where the interval exceeds `gapMs`. */
export function plotPoints(points: readonly SeriesPoint[], zone: string, gapMs?: number): PlotPoint[] {
  const toWall = wallClock(zone);
  const times = points.map(([at]) => (typeof at === 'number' ? at : Date.parse(at)));
  const longest = gapMs ?? defaultGap(times);
  const out: PlotPoint[] = [];
  let before: number | null = null;
  points.forEach(([, value, low, high], position) => {
    const ms = times[position] as number;
    if (before !== null && ms - before > longest) out.push([toWall(before + 1), null]);
    out.push(low === undefined || high === undefined ? [toWall(ms), value] : [toWall(ms), value, low, high]);
    before = ms;
  });
  return out;
}

export const wallPeriod = (period: Period, zone: string): [number, number] => {
  const toWall = wallClock(zone);
  return [toWall(Date.parse(period.from)), toWall(Date.parse(period.to))];
};

/** Formats a wall-clock time, which is represented as if it were UTC. */
export const wallText = (ms: number, format: string): string => dayjs.utc(ms).format(format);

/** Whether any bucket has values that its mean hides. */
export const hasRange = (points: readonly PlotPoint[]): boolean =>
  points.some(([, , low, high]) => low !== undefined && high !== undefined && high > low);
