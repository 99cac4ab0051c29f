import type { ReadingReply, Series } from '../common/reading.ts';

type MeasuredValue = { sensor: string; time: number; value: number | boolean | string | null };
type Point = Series['points'][number];

/** Adds live values to a reply, so that a chart is updated without another request. */
export function withValues(reply: ReadingReply, values: readonly MeasuredValue[], from: number): ReadingReply {
  if (reply.hidden || values.length === 0) return reply;
  const newest = new Map(values.map((value) => [value.sensor, value]));
  const series = reply.series.map((line) => {
    const next = newest.get(line.sensor);
    const value = typeof next?.value === 'boolean' ? Number(next.value) : next?.value;
    if (!next || typeof value !== 'number' || next.time <= (line.points.at(-1)?.[0] ?? 0)) return line;
    const add = line.counter && reply.bucketSeconds > 0 ? addGrowth : appendPoint;
    return { ...line, points: add(line.points, value, next.time, reply.bucketSeconds * 1000, from) };
  });
  return { ...reply, series };
}

const appendPoint = (points: Point[], value: number, time: number): Point[] => [...points, [time, value, value, value]];

/** Adds the increase of a counter to its bucket. A falling counter was reset, so counting restarts. */
function addGrowth(points: Point[], value: number, time: number, bucketMs: number, from: number): Point[] {
  const start = from + Math.floor((time - from) / bucketMs) * bucketMs;
  const last = points.at(-1);
  const before = last?.[3] ?? value;
  const grown = Math.max(0, value - before);
  if (!last || last[0] < start) return [...points, [start, grown, Math.min(before, value), value]];
  return [...points.slice(0, -1), [last[0], last[1] + grown, last[2], value]];
}
