import type { Period } from '#platform/common/time/time.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import type { TrackSegment, TrailPoint, trackingRoutes } from '../common/tracking.ts';

export type TrackingCalls = Client<{ tracking: ReturnType<typeof trackingRoutes> }>['tracking'];

/** Speeds in km/h from which a part of the trail has the next colour. */
export const speedSteps = [5, 40, 80, 120] as const;
export const speedClassOf = (speed: number | null): number =>
  speed === null ? 1 : speedSteps.filter((step) => speed >= step).length;

/** Where the device was at a time, in degrees: between two points it goes straight and evenly. */
export type PlaceInTime = { time: number; lat: number; lng: number; speed: number | null; heading: number | null };

/** The place at a time in milliseconds; undefined without points. */
export function placeAtTime(points: readonly TrailPoint[], time: number): PlaceInTime | undefined {
  const next = firstAfter(points, time);
  const before = points[Math.max(0, next - 1)];
  const after = points[Math.min(next, points.length - 1)];
  if (!before || !after) return undefined;
  const [start, lat, lng, speed, heading] = before;
  const length = after[0] - start;
  const share = length > 0 ? Math.min(1, Math.max(0, (time - start) / length)) : 0;
  return { time, lat: lat + (after[1] - lat) * share, lng: lng + (after[2] - lng) * share, speed, heading };
}

/** The index of the first point after a time; the number of points if there is none. */
export function firstAfter(points: readonly TrailPoint[], time: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.[0] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type TrailSums = {
  metres: number;
  movingMs: number;
  stoppedMs: number;
  /** km/h while moving. */
  meanSpeed: number | null;
  topSpeed: number | null;
  stops: number;
};

/** A stop or trip that extends beyond the period counts only with the time within it. */
export function trailTotals(segments: readonly TrackSegment[], period: Period): TrailSums {
  const ofKind = (kind: TrackSegment['kind']) => segments.filter((segment) => segment.kind === kind);
  const lasting = (some: readonly TrackSegment[], within: Period) =>
    some.reduce((sum, segment) => sum + sharedMs(segment, within), 0);
  const [trips, stops] = [ofKind('trip'), ofKind('stop')];
  const metres = trips.reduce((sum, trip) => sum + trip.metres, 0);
  const tripsMs = trips.reduce((sum, trip) => sum + sharedMs(trip, trip), 0);
  const speeds = trips.flatMap(({ topSpeed }) => topSpeed ?? []);
  return {
    metres,
    movingMs: lasting(trips, period),
    stoppedMs: lasting(stops, period),
    meanSpeed: tripsMs > 0 ? metres / 1000 / (tripsMs / 3_600_000) : null,
    topSpeed: speeds.length > 0 ? Math.max(...speeds) : null,
    stops: stops.length,
  };
}

const sharedMs = (one: Period, other: Period) =>
  Math.max(
    0,
    Math.min(Date.parse(one.to), Date.parse(other.to)) - Math.max(Date.parse(one.from), Date.parse(other.from)),
  );

/** Lines of the trail in [longitude, latitude], each of one speed class, without the gaps. */
export function trailLines(
  points: readonly TrailPoint[],
  segments: readonly TrackSegment[],
): { speed: number; line: [number, number][] }[] {
  const gaps = segments.filter(({ kind }) => kind === 'gap').map(({ from }) => Date.parse(from));
  const lines: { speed: number; line: [number, number][] }[] = [];
  for (const [at, [time, lat, lng, speed]] of points.entries()) {
    const before = points[at - 1];
    const place: [number, number] = [lng, lat];
    const speedClass = speedClassOf(speed);
    const last = lines.at(-1);
    if (!before || !last || gaps.some((gap) => before[0] <= gap && time > gap)) {
      lines.push({ speed: speedClass, line: [place] });
      continue;
    }
    last.line.push(place);
    if (last.speed !== speedClass) lines.push({ speed: speedClass, line: [place] });
  }
  return lines.filter(({ line }) => line.length > 1);
}
