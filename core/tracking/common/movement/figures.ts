import type { Segment, TrackState } from '../track-segments.ts';
import type { WayPart } from '../track-way.ts';
import { type Cuts, partsOf, quarterMs, quarterOf, shareOut, wholeSecond } from './slot-times.ts';
import { type Slot, Slots } from './slots.ts';
import { idleAtStop, idleOnTrip, pausesOn, type SlowRun, sharedMs, undecidedFrom } from './slow-runs.ts';

/** What the progress of a track keeps of its figures. Times in milliseconds. */
export type Figures = {
  /** Until when they are settled: nothing that comes in order changes them. */
  until: number;
  /** The slots of the quarter that this time is in, settled up to it. */
  slots: readonly Slot[];
  /** The slow runs since then. */
  runs: readonly SlowRun[];
  /** The stop that was under way at this time, and the seconds that the device had idled at it before `since`. */
  stop: { from: number; since: number; idleS: number };
};

/** Seconds of a segment, and how often the device paused. */
export type SegmentFigures = { idleS: number; drivingS: number; pauses: number };

/** Figures that begin with the first position of a device. */
export const figuresFromStart = (first: number): Figures => ({
  until: quarterOf(first),
  slots: [],
  runs: [],
  stop: { from: first, since: first, idleS: 0 },
});

/**
 * Figures that begin with a stop on which the time between two quarters lies. What came before it changes only the quarter
 * in which the stop began.
 */
export const figuresFromStop = (from: number): Figures => ({
  until: quarterOf(from) + quarterMs,
  slots: [],
  runs: [],
  stop: { from, since: from, idleS: 0 },
});

type Made = { track: TrackState; ended: readonly Segment[]; current: readonly Segment[]; runs: readonly SlowRun[] };

/**
 * The figures after further positions. `ended`: the segments that ended with them, `current`: those that may change,
 * `runs`: the slow runs up to now. Returns all slots from the quarter of `before.until` on, which replace earlier ones.
 */
export function nextFigures(
  before: Figures,
  { track, ended, current, runs }: Made,
  cuts: Cuts = [],
): { figures: Figures; slots: Slot[]; ofSegment: (segment: Segment) => SegmentFigures } {
  const slots = new Slots(cuts, before.slots);
  const walk = new Walk(slots, runs, before);
  const last = wholeSecond(track.last.time);
  // The trip under way may turn out to be a part of the stop.
  const certain = track.trip ? wholeSecond(track.trip.from.time) : last;
  const stop = { from: wholeSecond(track.stop.from.time), to: certain };
  const settled = undecidedFrom(runs, stop);
  const until = Math.max(before.until, settled);
  walk.along(ended, { to: until, stopEnds: track.trip ? certain : last });
  const figures = {
    until,
    slots: slots.since(until),
    runs: runs.filter(({ to }) => to > settled || to === track.last.time),
    stop: {
      from: track.stop.from.time,
      since: settled,
      idleS: walk.idleBefore(settled, { from: track.stop.from.time, to: certain }),
    },
  };
  const rest = new Slots(cuts, slots.since(before.until));
  new Walk(rest, runs, figures).along(current, { to: last, stopEnds: last });
  return { figures, slots: rest.since(before.until), ofSegment: (segment) => walk.figuresOf(segment) };
}

/** The slots of segments alone, from a time to another: trips are even, and without idling. */
export function slotsOfSegments(
  segments: readonly Omit<Segment, 'parts'>[],
  { from, to, stopFrom = from }: { from: number; to: number; stopFrom?: number },
  cuts: Cuts = [],
): Slot[] {
  const slots = new Slots(cuts);
  const even = segments.map((segment) => ({
    ...segment,
    parts: [...partsOf(segment.from.time, segment.to.time, cuts)].map(
      (part): WayPart => [part.from, part.to - part.from, segment.topSpeed ?? 0],
    ),
  }));
  const stop = { from: stopFrom, since: stopFrom, idleS: 0 };
  new Walk(slots, [], { until: from, slots: [], runs: [], stop }).along(even, { to, stopEnds: to });
  return slots.since(from);
}

/** Goes along segments from where figures are settled. */
class Walk {
  private readonly slots: Slots;
  private readonly runs: readonly SlowRun[];
  private readonly before: Figures;

  constructor(slots: Slots, runs: readonly SlowRun[], before: Figures) {
    this.slots = slots;
    this.runs = runs;
    this.before = before;
  }

  /** What is neither on a trip nor in a gap counts as a stop, however short. `stopEnds`: the end of the last stop. */
  along(segments: readonly Segment[], { to, stopEnds }: { to: number; stopEnds: number }): void {
    const stopFrom = wholeSecond(this.before.stop.from);
    let stop = { from: stopFrom, since: this.before.until };
    // Before the first position.
    if (stopFrom > stop.since) {
      this.slots.spend('nodataS', stop.since, Math.min(stopFrom, to));
      stop = { from: stopFrom, since: stopFrom };
    }
    for (const segment of segments) {
      if (segment.kind === 'stop') continue;
      const [begin, end] = [wholeSecond(segment.from.time), wholeSecond(segment.to.time)];
      this.stand(stop, begin, begin);
      if (segment.kind === 'trip') this.drive(segment);
      else {
        this.slots.spend('nodataS', begin, end);
        this.slots.of(end).gapMetres += segment.metres;
      }
      stop = { from: end, since: end };
    }
    this.stand(stop, to, stopEnds);
  }

  private stand(stop: { from: number; since: number }, to: number, ends: number): void {
    this.spend('stoppedS', idleAtStop(this.runs, { from: stop.from, to: ends }), { from: stop.since, to });
  }

  private drive(trip: Segment): void {
    const within = { from: wholeSecond(trip.from.time), to: wholeSecond(trip.to.time) };
    this.spend('drivingS', idleOnTrip(this.runs, timesOf(trip)), within);
    this.slots.of(within.from).starts += 1;
    const shares = shareOut(
      trip.metres,
      trip.parts.map(([, metres]) => metres),
    );
    for (const [at, [from, , topSpeed]] of trip.parts.entries()) {
      const slot = this.slots.of(from);
      slot.metres += shares[at] ?? 0;
      slot.maxSpeed = Math.max(slot.maxSpeed, Math.round(topSpeed));
    }
  }

  private spend(doing: 'stoppedS' | 'drivingS', idle: readonly SlowRun[], { from, to }: { from: number; to: number }) {
    let since = from;
    for (const run of idle) {
      const [begin, end] = [Math.max(since, run.from), Math.min(to, run.to)];
      if (end <= begin) continue;
      this.slots.spend(doing, since, begin);
      this.slots.spend('idleS', begin, end);
      since = end;
    }
    this.slots.spend(doing, since, to);
  }

  /** The seconds that the device had idled at a stop before a time. */
  idleBefore(time: number, stop: { from: number; to: number }): number {
    const goesOn = stop.from === this.before.stop.from;
    const since = goesOn ? this.before.stop.since : stop.from;
    const idle = sharedMs(idleAtStop(this.runs, stop), wholeSecond(since), time) / 1000;
    return goesOn ? this.before.stop.idleS + idle : idle;
  }

  figuresOf(segment: Segment): SegmentFigures {
    const times = timesOf(segment);
    const [from, to] = [wholeSecond(times.from), wholeSecond(times.to)];
    if (segment.kind === 'stop') return { idleS: this.idleBefore(to, times), drivingS: 0, pauses: 0 };
    if (segment.kind === 'gap') return { idleS: 0, drivingS: 0, pauses: 0 };
    const idleS = sharedMs(idleOnTrip(this.runs, times), from, to) / 1000;
    return { idleS, drivingS: (to - from) / 1000 - idleS, pauses: pausesOn(this.runs, times) };
  }
}

const timesOf = ({ from, to }: Segment) => ({ from: from.time, to: to.time });
