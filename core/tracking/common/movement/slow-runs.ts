import { metresBetween } from '#core/places/common/geofence.ts';
import { secondsBetween, speedAt, type TrackFix } from '../track-fix.ts';
import type { TrackSettings } from '../track-segments.ts';
import { wholeSecond } from './slot-times.ts';

/**
 * A time within which a device was slower than the idle speed, in milliseconds. `ignition`: whether it was on; null if
 * that is unknown.
 */
export type SlowRun = { from: number; to: number; ignition: boolean | null };
type Between = { from: number; to: number };

/** A shorter run is neither idling nor a pause. */
const leastMs = 60_000;

/** The runs with the next position. The last one may go on; of the others only those that count are kept. */
export function stepRuns(
  runs: readonly SlowRun[],
  before: TrackFix,
  fix: TrackFix,
  settings: TrackSettings,
): readonly SlowRun[] {
  const last = runs.at(-1);
  const isSlow = movesSlowly(before, fix, settings);
  const ignition = ignitionBetween(before, fix);
  if (isSlow && last && last.to === before.time && last.ignition === ignition)
    return [...runs.slice(0, -1), { ...last, to: fix.time }];
  const kept = last && lasting(last) < leastMs ? runs.slice(0, -1) : runs;
  return isSlow ? [...kept, { from: before.time, to: fix.time, ignition }] : kept;
}

const lasting = ({ from, to }: Between) => wholeSecond(to) - wholeSecond(from);

/** What happened in a long silence, or on a way that no position shows, is unknown. */
function movesSlowly(before: TrackFix, fix: TrackFix, { idleSpeed, gapSeconds, stopMetres }: TrackSettings): boolean {
  const [seconds, metres] = [secondsBetween(before, fix), metresBetween(before, fix)];
  if (seconds > gapSeconds || metres > stopMetres) return false;
  return [before, fix].every((one) => speedAt(one, metres, seconds) < idleSpeed);
}

/** A change in between is not idling: when it happened is unknown. */
function ignitionBetween(before: TrackFix, fix: TrackFix): boolean | null {
  const [was, is] = [before.ignition ?? null, fix.ignition ?? null];
  return was === is ? is : false;
}

/** The runs within a segment that last long enough there. */
export function runsWithin(runs: readonly SlowRun[], { from, to }: Between): SlowRun[] {
  return runs
    .map((run) => ({ ...run, from: wholeSecond(Math.max(run.from, from)), to: wholeSecond(Math.min(run.to, to)) }))
    .filter((run) => run.to - run.from >= leastMs);
}

/** The runs of a trip in which the device idled: the ignition was not off. */
export const idleOnTrip = (runs: readonly SlowRun[], trip: Between): SlowRun[] =>
  runsWithin(runs, trip).filter(({ ignition }) => ignition !== false);

/** The runs of a stop in which the device idled: a device that does not report its ignition may just be parked. */
export const idleAtStop = (runs: readonly SlowRun[], stop: Between): SlowRun[] =>
  runsWithin(runs, stop).filter(({ ignition }) => ignition === true);

/** How often a device paused on a trip. */
export function pausesOn(runs: readonly SlowRun[], trip: Between): number {
  const within = runsWithin(runs, trip);
  return within.filter(({ from }, at) => within[at - 1]?.to !== from).length;
}

/** From when on it is unknown whether the device idles, since the run at this time is still too short. */
export function undecidedFrom(runs: readonly SlowRun[], { from, to }: Between): number {
  const run = runs.findLast((one) => one.from < to && one.to >= to);
  const begin = run && wholeSecond(Math.max(run.from, from));
  return begin !== undefined && to - begin < leastMs ? Math.min(begin, to) : to;
}

/** The milliseconds of runs within a period. */
export const sharedMs = (runs: readonly Between[], from: number, to: number): number =>
  runs.reduce((sum, run) => sum + Math.max(0, Math.min(run.to, to) - Math.max(run.from, from)), 0);
