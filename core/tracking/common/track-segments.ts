import { gapSecondsOf, type KeptSettings, stopSettings } from '#core/devices/common/models/kept-settings.ts';
import { metresBetween } from '#core/places/common/geofence.ts';

/** A place at a time in milliseconds since 1970, in degrees. */
export type TrackPoint = { time: number; lat: number; lng: number };
/** A position that counts: neither coarse nor an outlier. Speed in km/h. */
export type TrackFix = TrackPoint & { speed: number | null; motion: boolean | null };
/** `jumped`: no vehicle can have covered the distance from the previous position. */
type NextFix = TrackFix & { jumped?: boolean };

export const segmentKinds = ['stop', 'trip', 'gap'] as const;
export type Segment = {
  kind: (typeof segmentKinds)[number];
  from: TrackPoint;
  to: TrackPoint;
  /** The distance along the fixes; for a gap between its ends. */
  metres: number;
  /** km/h; null for stops and gaps. */
  topSpeed: number | null;
  fixes: number;
  /** It may continue with the next fix. */
  running: boolean;
};

export type TrackSettings = {
  /** A device counts as standing while it stays within this distance of where it stopped. */
  stopMetres: number;
  /** Standing for this long is a stop. */
  stopSeconds: number;
  /** Without a fix for this long, a move is a gap. */
  gapSeconds: number;
};

/** A device that reports seldom has no gap before it has missed several reports. */
export const trackSettings = (intervalSeconds: number, kept: KeptSettings = {}): TrackSettings => ({
  stopMetres: stopSettings(kept).metres,
  stopSeconds: stopSettings(kept).seconds,
  gapSeconds: Math.max(gapSecondsOf(kept), 3 * intervalSeconds),
});
const leastTripMetres = 200;
const leastTripSeconds = 60;
const leastGapMetres = 200;
/** Moves shorter than this while a device may be standing are errors of the receiver. */
const jitterMetres = 15;

type Way = { metres: number; topSpeed: number; fixes: number };
/** The state of a track up to its latest fix. */
export type TrackState = {
  last: TrackFix;
  /** The stop under way, or the one before the trip under way. */
  stop: { from: TrackPoint; anchor: TrackPoint; to: TrackPoint; fixes: number };
  /** `standing`: where the device may have stopped, and the distance up to there. */
  trip: (Way & { from: TrackPoint; standing: Way & { at: TrackPoint } }) | null;
  /** Since when the device has reported that it does not move. */
  stillSince: TrackPoint | null;
};

export const pointOf = ({ time, lat, lng }: TrackPoint): TrackPoint => ({ time, lat, lng });
const secondsBetween = (a: TrackPoint, b: TrackPoint) => (b.time - a.time) / 1000;

const standingAt = (fix: TrackFix): TrackState => ({
  last: fix,
  stop: { from: pointOf(fix), anchor: pointOf(fix), to: pointOf(fix), fixes: 1 },
  trip: null,
  stillSince: fix.motion === false ? pointOf(fix) : null,
});

/** The state after the next fix in time, and the segments that have ended with it. */
export function advanceTrack(
  before: TrackState | null,
  { jumped = false, ...fix }: NextFix,
  settings: TrackSettings,
): { state: TrackState; ended: Segment[] } {
  if (!before) return { state: standingAt(fix), ended: [] };
  const moved = metresBetween(before.last, fix);
  if (jumped || (secondsBetween(before.last, fix) > settings.gapSeconds && moved >= leastGapMetres)) {
    const gap = segment('gap', before.last, fix, { metres: moved, topSpeed: 0, fixes: 0 });
    return { state: standingAt(fix), ended: [...endedBy(before, settings), gap] };
  }
  const stillSince = fix.motion === false ? (before.stillSince ?? pointOf(fix)) : null;
  const state = { ...before, last: fix, stillSince };
  if (!before.trip) return { state: afterStop(state, before.last, moved, settings), ended: [] };
  return afterTrip(state, before.trip, before.last, moved, settings);
}

const wayTo = (way: Way, from: TrackFix, to: TrackFix, moved: number): Way => {
  const implied = (moved / Math.max(1, secondsBetween(from, to))) * 3.6;
  return {
    metres: way.metres + moved,
    topSpeed: Math.max(way.topSpeed, to.speed ?? implied),
    fixes: way.fixes + 1,
  };
};

function afterStop(state: TrackState, before: TrackFix, moved: number, { stopMetres }: TrackSettings): TrackState {
  const { last: fix, stop } = state;
  if (metresBetween(stop.anchor, fix) <= stopMetres || fix.motion === false)
    return { ...state, stop: { ...stop, to: pointOf(fix), fixes: stop.fixes + 1 } };
  const way = wayTo({ metres: 0, topSpeed: 0, fixes: 1 }, before, fix, moved);
  return { ...state, trip: { ...way, from: pointOf(before), standing: { at: pointOf(fix), ...way } } };
}

function afterTrip(
  state: TrackState,
  trip: NonNullable<TrackState['trip']>,
  before: TrackFix,
  moved: number,
  settings: TrackSettings,
): { state: TrackState; ended: Segment[] } {
  const { last: fix, stillSince } = state;
  const { standing } = trip;
  const near = metresBetween(standing.at, fix) <= settings.stopMetres;
  const way = wayTo(trip, before, fix, near && moved < jitterMetres ? 0 : moved);
  const still = stillSince !== null && secondsBetween(stillSince, fix) >= settings.stopSeconds;
  const stands = still || (near && secondsBetween(standing.at, fix) >= settings.stopSeconds);
  if (!stands) {
    const at = near ? standing : { at: pointOf(fix), ...way };
    return { state: { ...state, trip: { from: trip.from, ...way, standing: at } }, ended: [] };
  }
  const stoppedAt = near ? standing.at : (stillSince ?? standing.at);
  const ended = segment('trip', trip.from, stoppedAt, near ? standing : way);
  if (!isTrip(ended)) {
    // Too short for a trip: the stop continues, at another place.
    const stop = { ...state.stop, anchor: stoppedAt, to: pointOf(fix), fixes: state.stop.fixes + way.fixes };
    return { state: { ...state, stop, trip: null }, ended: [] };
  }
  const stop = { from: stoppedAt, anchor: stoppedAt, to: pointOf(fix), fixes: way.fixes - standing.fixes + 1 };
  return { state: { ...state, stop, trip: null }, ended: [...stopOf(state, settings), ended] };
}

const segment = (
  kind: Segment['kind'],
  from: TrackPoint,
  to: TrackPoint,
  { metres, topSpeed, fixes }: Way,
): Segment => ({
  kind,
  from: pointOf(from),
  to: pointOf(to),
  metres,
  topSpeed: kind === 'trip' ? topSpeed : null,
  fixes,
  running: false,
});

const isTrip = ({ metres, from, to }: Pick<Segment, 'metres' | 'from' | 'to'>): boolean =>
  metres >= leastTripMetres && secondsBetween(from, to) >= leastTripSeconds;

/** The stop of the state, if it lasted long enough to be one. */
function stopOf({ stop }: TrackState, { stopSeconds }: TrackSettings): Segment[] {
  if (secondsBetween(stop.from, stop.to) < stopSeconds) return [];
  return [segment('stop', stop.from, stop.to, { metres: 0, topSpeed: 0, fixes: stop.fixes })];
}

/** A single position is not a stop: the gap after it begins at the same time. */
function endedBy(state: TrackState, settings: TrackSettings): Segment[] {
  const lasting = currentSegments(state, settings).filter(({ from, to }) => to.time > from.time);
  return lasting.map((one) => ({ ...one, running: false }));
}

/** The segments that may still change: the running one, and the stop before a running trip. */
export function currentSegments(state: TrackState, settings: TrackSettings): Segment[] {
  const { trip, stop, last } = state;
  const running = trip && { ...segment('trip', trip.from, last, trip), running: true };
  if (running && isTrip(running)) return [...stopOf(state, settings), running];
  const way = { metres: 0, topSpeed: 0, fixes: stop.fixes + (trip?.fixes ?? 0) };
  return [{ ...segment('stop', stop.from, last, way), running: true }];
}
