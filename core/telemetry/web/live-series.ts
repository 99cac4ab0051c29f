import type { ReadingReply, Series } from '../common/reading.ts';

type Measured = { sensor: string; time: number; value: number | boolean | string | null };
type Point = Series['points'][number];

/** The reply with values that came after it was given, so that a chart goes on without being asked for again. */
export function withValues(reply: ReadingReply, values: readonly Measured[], from: number): ReadingReply {
  if (reply.hidden || values.length === 0) return reply;
  const newest = new Map(values.map((one) => [one.sensor, one]));
  const series = reply.series.map((one) => {
    const next = newest.get(one.sensor);
    const value = typeof next?.value === 'boolean' ? Number(next.value) : next?.value;
    if (!next || typeof value !== 'number' || next.time <= (one.points.at(-1)?.[0] ?? 0)) return one;
    const add = one.counter && reply.bucketSeconds > 0 ? grownBy : appended;
    return { ...one, points: add(one.points, value, next.time, reply.bucketSeconds * 1000, from) };
  });
  return { ...reply, series };
}

const appended = (points: Point[], value: number, time: number): Point[] => [...points, [time, value, value, value]];

/** A total's growth belongs to the bucket that it falls into. A total that falls was reset: counting begins anew. */
function grownBy(points: Point[], value: number, time: number, bucketMs: number, from: number): Point[] {
  const start = from + Math.floor((time - from) / bucketMs) * bucketMs;
  const last = points.at(-1);
  const before = last?.[3] ?? value;
  const grown = Math.max(0, value - before);
  if (!last || last[0] < start) return [...points, [start, grown, Math.min(before, value), value]];
  return [...points.slice(0, -1), [last[0], last[1] + grown, last[2], value]];
}
