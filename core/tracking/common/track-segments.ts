import {
  gapSecondsOf,
  type KeptSettings,
  ofPositions,
  stopSettings,
} from '#core/devices/common/models/kept-settings.ts';
import { metresBetween } from '#core/places/common/geofence.ts';
import type { Cuts } from './movement/slot-times.ts';
import { pointOf, secondsBetween, speedAt, type TrackFix, type TrackPoint } from './track-fix.ts';
import { extendWay, measured, noWay, towSpeed, type Way, type WayPart } from './track-way.ts';

/** `jumped`: no vehicle can have covered the distance from the previous position. */
type NextFix = TrackFix & { jumped?: boolean };

export const segmentKinds = ['stop', 'trip', 'gap'] as const;
export const distanceSources = ['gps', 'odometer'] as const;
export type Segment = {
  kind: (typeof segmentKinds)[number];
  from: TrackPoint;
  to: TrackPoint;
  /** The distance of a trip, of a gap that between its ends. Whole metres. */
  metres: number;
  source: (typeof distanceSources)[number];
  /** km/h; null for stops and gaps. */
  topSpeed: number | null;
  fixes: number;
  /** It may continue with the next fix. */
  running: boolean;
  /** A trip with the ignition off. */
  towed: boolean;
  /** The distance along the fixes of a trip by slots. */
  parts: readonly WayPart[];
};

export type TrackSettings = {
  /** A device counts as standing while it stays within this distance of where it stopped. */
  stopMetres: number;
  /** Standing for this long is a stop. */
  stopSeconds: number;
  /** Without a fix for this long, a move is a gap. */
  gapSeconds: number;
  /** A shorter move is part of the stop before. */
  leastTripMetres: number;
  leastTripSeconds: number;
  /** km/h; a slower device may be idling. */
  idleSpeed: number;
};

/** A device that reports seldom has no gap before it has missed several reports. */
export const trackSettings = (intervalSeconds: number, kept: KeptSettings = {}): TrackSettings => ({
  stopMetres: stopSettings(kept).metres,
  stopSeconds: stopSettings(kept).seconds,
  gapSeconds: Math.max(gapSecondsOf(kept), 3 * intervalSeconds),
  leastTripMetres: kept.leastTripMetres ?? ofPositions.leastTripMetres.default,
  leastTripSeconds: kept.leastTripSeconds ?? ofPositions.leastTripSeconds.default,
  idleSpeed: kept.idleSpeed ?? ofPositions.idleSpeed.default,
});
/** A trip leads at least this far from its begin, unless trips may be shorter than that. */
const leastAwayMetres = 150;
const leastGapMetres = 200;
/** With the ignition off for this long a device has stopped. */
const offSeconds = 120;
/** A vehicle that has moved this far with the ignition off is towed. */
const towedMetres = 500;
const towedFixes = 3;
/** Moves shorter than this while a device may be standing are errors of the receiver. */
const jitterMetres = 15;

/** The state of a track up to its latest fix. */
export type TrackState = {
  last: TrackFix;
  /** The stop under way, or the one before the trip under way. `isOff`: the ignition was off at its end. */
  stop: { from: TrackPoint; anchor: TrackPoint; to: TrackPoint; isOff: boolean; fixes: number };
  /** `standing`: where the device may have stopped, and the way up to there. */
  trip: (Way & { from: TrackPoint; odometerBefore: number | null; standing: Way & { at: TrackPoint } }) | null;
  /** Since when the device has reported that it does not move, or that the ignition is off, and in how many positions. */
  stillSince: (TrackPoint & { fixes: number }) | null;
};
type Trip = NonNullable<TrackState['trip']>;

const endingAt = (fix: TrackFix): Pick<TrackState['stop'], 'to' | 'isOff'> => ({
  to: pointOf(fix),
  isOff: fix.ignition === false,
});

const standingAt = (fix: TrackFix): TrackState => ({
  last: fix,
  stop: { from: pointOf(fix), anchor: pointOf(fix), ...endingAt(fix), fixes: 1 },
  trip: null,
  stillSince: isStill(fix, fix.speed ?? 0) ? { ...pointOf(fix), fixes: 1 } : null,
});

/** With the ignition off, only a tow truck moves a vehicle faster than a receiver drifts. */
const isStill = ({ motion, ignition }: TrackFix, speed: number): boolean =>
  motion === false || (ignition === false && speed <= towSpeed);

/** The state after the next fix in time, and the segments that have ended with it. */
export function advanceTrack(
  before: TrackState | null,
  { jumped = false, ...fix }: NextFix,
  settings: TrackSettings,
  cuts: Cuts = [],
): { state: TrackState; ended: Segment[] } {
  if (!before) return { state: standingAt(fix), ended: [] };
  const moved = metresBetween(before.last, fix);
  if (jumped || (secondsBetween(before.last, fix) > settings.gapSeconds && moved >= leastGapMetres)) {
    const gap = segment('gap', before.last, fix, { metres: Math.round(moved) });
    return { state: standingAt(fix), ended: [...endedBy(before, settings), gap] };
  }
  const still = isStill(fix, speedAt(fix, moved, secondsBetween(before.last, fix)));
  const since = before.stillSince ?? { ...pointOf(fix), fixes: 0 };
  const state = { ...before, last: fix, stillSince: still ? { ...since, fixes: since.fixes + 1 } : null };
  if (!before.trip) return { state: afterStop(state, before.last, { moved, settings, cuts }), ended: [] };
  // What a receiver drifts while the device does not move is not part of the trip.
  const stays = still && before.stillSince !== null;
  return afterTrip(state, before.trip, before.last, { moved: stays ? null : moved, settings, cuts });
}

type Move<Metres> = { moved: Metres; settings: TrackSettings; cuts: Cuts };

function afterStop(state: TrackState, before: TrackFix, { moved, settings, cuts }: Move<number>): TrackState {
  const { last: fix, stop, stillSince } = state;
  if (metresBetween(stop.anchor, fix) <= settings.stopMetres || stillSince !== null)
    return { ...state, stop: { ...stop, ...endingAt(fix), fixes: stop.fixes + 1 } };
  const from = pointOf(before);
  const way = extendWay(noWay, { begin: from, from: before, to: fix, metres: moved }, cuts);
  const odometerBefore = before.odometer ?? null;
  return { ...state, trip: { ...way, from, odometerBefore, standing: { at: pointOf(fix), ...way } } };
}

function afterTrip(
  state: TrackState,
  trip: Trip,
  before: TrackFix,
  { moved, settings, cuts }: Move<number | null>,
): { state: TrackState; ended: Segment[] } {
  const { last: fix, stillSince } = state;
  const { from, odometerBefore, standing, ...soFar } = trip;
  const near = metresBetween(standing.at, fix) <= settings.stopMetres;
  const metres = near && (moved ?? 0) < jitterMetres ? 0 : moved;
  const way =
    metres === null
      ? { ...soFar, fixes: soFar.fixes + 1 }
      : extendWay(soFar, { begin: from, from: before, to: fix, metres }, cuts);
  const stillSeconds = leastStop(fix.ignition === false, settings);
  const still = stillSince !== null && secondsBetween(stillSince, fix) >= stillSeconds;
  const stands = still || (near && secondsBetween(standing.at, fix) >= settings.stopSeconds);
  if (!stands) {
    const at = near ? standing : { at: pointOf(fix), ...way };
    return { state: { ...state, trip: { from, odometerBefore, ...way, standing: at } }, ended: [] };
  }
  const { at, ...upTo } = near || !stillSince ? standing : upToStill(way, stillSince);
  const stoppedAt = pointOf(at);
  const ended = tripOf({ from, odometerBefore, ...upTo }, stoppedAt, settings);
  if (!ended) {
    // Too short for a trip: the stop continues, at another place.
    const stop = { ...state.stop, anchor: stoppedAt, ...endingAt(fix), fixes: state.stop.fixes + way.fixes };
    return { state: { ...state, stop, trip: null }, ended: [] };
  }
  const stop = { from: stoppedAt, anchor: stoppedAt, ...endingAt(fix), fixes: way.fixes - upTo.fixes + 1 };
  return { state: { ...state, stop, trip: null }, ended: [...stopOf(state, settings), ended] };
}

/** The way up to where the device has been still since. */
const upToStill = (way: Way, since: NonNullable<TrackState['stillSince']>): Trip['standing'] => ({
  ...way,
  at: since,
  fixes: way.fixes - since.fixes + 1,
});

const segment = (
  kind: Segment['kind'],
  from: TrackPoint,
  to: TrackPoint,
  more: Partial<Omit<Segment, 'kind' | 'from' | 'to'>>,
): Segment => ({
  kind,
  from: pointOf(from),
  to: pointOf(to),
  metres: 0,
  source: 'gps',
  topSpeed: null,
  fixes: 0,
  running: false,
  towed: false,
  parts: [],
  ...more,
});

/** The way as a trip that ends at a point; null if it is too short for one. */
function tripOf(
  way: Way & Pick<Trip, 'from' | 'odometerBefore'>,
  to: TrackPoint,
  { leastTripMetres, leastTripSeconds }: TrackSettings,
): Segment | null {
  const isLong = way.metres >= leastTripMetres && secondsBetween(way.from, to) >= leastTripSeconds;
  if (!isLong || way.away < Math.min(leastAwayMetres, leastTripMetres)) return null;
  const towed = way.isOff && way.away >= towedMetres && way.fast >= towedFixes;
  if (way.isOff && !towed) return null;
  const { topSpeed, fixes, parts } = way;
  return segment('trip', way.from, to, { ...measured(way, way.odometerBefore), topSpeed, fixes, parts, towed });
}

/** The seconds after which standing is a stop. */
const leastStop = (isOff: boolean, { stopSeconds }: TrackSettings): number =>
  isOff ? Math.min(offSeconds, stopSeconds) : stopSeconds;

/** The stop of the state, if it lasted long enough to be one. */
function stopOf({ stop }: TrackState, settings: TrackSettings): Segment[] {
  if (secondsBetween(stop.from, stop.to) < leastStop(stop.isOff, settings)) return [];
  return [segment('stop', stop.from, stop.to, { fixes: stop.fixes })];
}

/** A single position is not a stop: the gap after it begins at the same time. */
function endedBy(state: TrackState, settings: TrackSettings): Segment[] {
  const lasting = currentSegments(state, settings).filter(({ from, to }) => to.time > from.time);
  return lasting.map((one) => ({ ...one, running: false }));
}

/** The segments that may still change: the running one, and the stop before a running trip. */
export function currentSegments(state: TrackState, settings: TrackSettings): Segment[] {
  const { trip, stop, last } = state;
  const running = trip && tripOf(trip, last, settings);
  if (running) return [...stopOf(state, settings), { ...running, running: true }];
  const fixes = stop.fixes + (trip?.fixes ?? 0);
  return [segment('stop', stop.from, last, { fixes, running: true })];
}
