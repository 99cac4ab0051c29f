import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TrackFix } from '../track-fix.ts';
import { advanceTrack, currentSegments, type Segment, type TrackState, trackSettings } from '../track-segments.ts';
import { type Figures, figuresFromStart, figuresFromStop, nextFigures, type SegmentFigures } from './figures.ts';
import { type Cuts, quarterMs, quarterOf } from './slot-times.ts';
import { addSums, type Slot } from './slots.ts';
import { stepRuns } from './slow-runs.ts';

const minuteMs = 60_000;
const settings = { ...trackSettings(30), stopSeconds: 300 };
const start = Date.UTC(2026, 0, 10, 6);

/** A position this many metres north of a place, at a minute. */
const at = (minute: number, metres: number, more: Partial<TrackFix> = {}): TrackFix => ({
  time: start + Math.round(minute * minuteMs),
  lat: 25 + metres / 111_195,
  lng: 55,
  speed: null,
  motion: null,
  ...more,
});
const minutes = (from: number, to: number, metres: (minute: number) => number, more: Partial<TrackFix> = {}) =>
  Array.from({ length: to - from + 1 }, (_, i) => at(from + i, metres(from + i), more));

type Computed = { track: TrackState; figures: Figures };
type Made = { segments: (Segment & SegmentFigures)[]; slots: Slot[] };

/** Adds positions to what is stored, as the server does: what it computes replaces what was stored from then on. */
function add(stored: Made, before: Computed | Figures, fixes: readonly TrackFix[], cuts: Cuts = []): Computed {
  let track = 'track' in before ? before.track : null;
  const figures = 'track' in before ? before.figures : before;
  let runs = figures.runs;
  const replacesFrom = track?.stop.from.time ?? fixes[0]?.time ?? 0;
  const ended: Segment[] = [];
  for (const fix of fixes) {
    if (track) runs = stepRuns(runs, track.last, fix, settings);
    const step = advanceTrack(track, fix, settings, cuts);
    track = step.state;
    ended.push(...step.ended);
  }
  if (!track) throw new Error('no positions');
  const current = currentSegments(track, settings);
  const next = nextFigures(figures, { track, ended, current, runs }, cuts);
  stored.segments = [
    ...stored.segments.filter(({ from }) => from.time < replacesFrom),
    ...[...ended, ...current].map((segment) => ({ ...segment, ...next.ofSegment(segment) })),
  ];
  stored.slots = [...stored.slots.filter((slot) => slot.at < quarterOf(figures.until)), ...next.slots];
  return JSON.parse(JSON.stringify({ track, figures: next.figures }));
}

const firstOf = (fixes: readonly TrackFix[]) => figuresFromStart(fixes[0]?.time ?? 0);
function madeFrom(fixes: readonly TrackFix[], cuts: Cuts = []): Made {
  const made: Made = { segments: [], slots: [] };
  add(made, firstOf(fixes), fixes, cuts);
  return made;
}
const total = ({ slots }: Made) => slots.map((slot) => ({ ...slot, at: 0 })).reduce((a, b) => addSums(a, b));
const shownSlots = ({ slots }: Made) =>
  slots.map(
    (slot) =>
      `${(slot.at - start) / minuteMs}: ${slot.metres} m ${slot.drivingS}/${slot.idleS}/${slot.stoppedS}/${slot.nodataS} s, ${slot.starts} starts, ${slot.maxSpeed} km/h${slot.gapMetres > 0 ? `, gap ${slot.gapMetres} m` : ''}`,
  );

describe('figures of movement', () => {
  test('share the metres of a trip among its quarters by time, and count its start once', () => {
    const fixes = [
      ...minutes(0, 10, () => 0),
      ...minutes(11, 40, (minute) => (minute - 10) * 1000),
      ...minutes(41, 46, () => 30_000),
    ];
    expect(shownSlots(madeFrom(fixes))).toEqual([
      '0: 5000 m 300/0/600/0 s, 1 starts, 60 km/h',
      '15: 15000 m 900/0/0/0 s, 0 starts, 60 km/h',
      '30: 10000 m 600/0/300/0 s, 0 starts, 60 km/h',
      '45: 0 m 0/0/60/0 s, 0 starts, 0 km/h',
    ]);
  });

  test('cut a move across a mark by time', () => {
    const fixes = [at(0, 0), at(6, 0), at(12, 0), at(18, 6000), at(24, 12_000)];
    const made = madeFrom(fixes);
    expect(made.slots.map(({ metres }) => metres)).toEqual([3000, 9000]);
  });

  test('count the time before the first position and in a gap as without data, and the distance of a gap separately', () => {
    const fixes = [...minutes(5, 10, () => 0), ...minutes(31, 37, () => 12_000)];
    expect(shownSlots(madeFrom(fixes))).toEqual([
      '0: 0 m 0/0/300/600 s, 0 starts, 0 km/h',
      '15: 0 m 0/0/0/900 s, 0 starts, 0 km/h',
      '30: 0 m 0/0/360/60 s, 0 starts, 0 km/h, gap 12000 m',
    ]);
  });

  test('have a silence of hours after which the device is where it was as a stop, with the ignition on as well', () => {
    const fixes = [...minutes(0, 5, () => 0, { ignition: true }), at(545, 120, { ignition: true })];
    const { segments, slots } = madeFrom(fixes);
    expect(segments.map(({ kind, metres }) => [kind, metres])).toEqual([['stop', 0]]);
    expect(total({ segments, slots })).toMatchObject({ stoppedS: 540 * 60, idleS: 300, nodataS: 0, metres: 0 });
  });

  test('are one stop without a metre for ten hours of drift by 40 m', () => {
    const drift = Array.from({ length: 1200 }, (_, i) => at(i / 2, [0, 28, 40, 12, -9][i % 5] ?? 0));
    const made = madeFrom(drift);
    expect(made.segments.map(({ kind, metres }) => [kind, metres])).toEqual([['stop', 0]]);
    expect(total(made)).toMatchObject({ metres: 0, gapMetres: 0, starts: 0, maxSpeed: 0, drivingS: 0 });
  });

  test('have a jam of four minutes as a pause in which the engine idles, and five minutes as a stop', () => {
    const jam = (length: number) =>
      madeFrom([
        ...minutes(0, 6, () => 0, { ignition: true }),
        ...minutes(7, 10, (minute) => (minute - 6) * 1000, { ignition: true }),
        ...minutes(11, 10 + length, () => 4000, { ignition: true }),
        ...minutes(11 + length, 20, (minute) => 4000 + (minute - 10 - length) * 1000, { ignition: true }),
      ]);
    const paused = jam(4);
    expect(paused.segments.map(({ kind, pauses, idleS, drivingS }) => [kind, pauses, idleS, drivingS])).toEqual([
      ['stop', 0, 360, 0],
      ['trip', 1, 240, 600],
    ]);
    const stopped = jam(5);
    expect(stopped.segments.map(({ kind, pauses, idleS }) => [kind, pauses, idleS])).toEqual([
      ['stop', 0, 360],
      ['trip', 0, 0],
      ['stop', 0, 300],
      ['trip', 0, 0],
    ]);
  });

  test('count a parked device without a report of its ignition as stopped, and its pauses on trips as idling', () => {
    const { segments } = madeFrom([
      ...minutes(0, 10, () => 0),
      ...minutes(11, 15, (minute) => (minute - 10) * 1000),
      ...minutes(16, 17, () => 5000),
      ...minutes(18, 20, (minute) => 5000 + (minute - 17) * 1000),
    ]);
    expect(segments.map(({ kind, idleS }) => [kind, idleS])).toEqual([
      ['stop', 0],
      ['trip', 120],
    ]);
  });

  test('do not count idling with the ignition off, and not what is shorter than a minute', () => {
    const parked = minutes(0, 10, () => 0, { ignition: false });
    expect(total(madeFrom(parked))).toMatchObject({ idleS: 0, stoppedS: 600 });
    const short = [at(0, 0, { ignition: true }), at(0.9, 0, { ignition: true }), ...parked.slice(2)];
    expect(total(madeFrom(short)).idleS).toBe(0);
    const long = [at(0, 0, { ignition: true }), at(1, 0, { ignition: true }), ...parked.slice(2)];
    expect(total(madeFrom(long)).idleS).toBe(60);
  });

  test('give each subject its time and metres from the second on at which it got the device', () => {
    const fixes = [...minutes(0, 10, () => 0), ...minutes(11, 40, (minute) => (minute - 10) * 1000)];
    const cut = start + 20.5 * minuteMs;
    const made = madeFrom(fixes, [cut]);
    const [first, second] = [made.slots.filter((slot) => slot.at < cut), made.slots.filter((slot) => slot.at >= cut)];
    expect(second[0]?.at).toBe(cut);
    expect(first.reduce((sum, { metres }) => sum + metres, 0)).toBe(10_500);
    expect(second.reduce((sum, { metres }) => sum + metres, 0)).toBe(19_500);
    expect(first.reduce((sum, { drivingS }) => sum + drivingS, 0)).toBe(630);
  });
});

describe('for any movement', () => {
  const leg = fc.record({
    rest: fc.integer({ min: 0, max: 40 }),
    moves: fc.integer({ min: 0, max: 30 }),
    metres: fc.integer({ min: -600, max: 600 }),
    seconds: fc.constantFrom(10.25, 20, 30, 47.5),
    silence: fc.constantFrom(0, 0, 0, 5, 30, 200),
    ignition: fc.constantFrom(true, true, false, null),
    speed: fc.constantFrom(null, 0, 3, 20),
    motion: fc.constantFrom(null, null, true, false),
  });
  const drive = fc.array(leg, { minLength: 2, maxLength: 8 }).map((legs) => {
    const fixes: TrackFix[] = [];
    let [minute, metres] = [3.33, 0];
    const go = (by: number, seconds: number, more: Partial<TrackFix>) => {
      minute += seconds / 60;
      metres += by;
      fixes.push(at(minute, metres, { odometer: 1_000_000 + Math.abs(metres) * 1.2, ...more }));
    };
    for (const { rest, moves, metres: by, seconds, silence, ignition, speed, motion } of legs) {
      for (let i = 0; i < rest; i++) go(i % 3, seconds, { ignition, speed: speed && 0, motion });
      for (let i = 0; i < moves; i++) go(by, seconds, { ignition, speed });
      minute += silence;
    }
    go(0, 10, {});
    return fixes;
  });
  const cuts = fc
    .array(fc.integer({ min: 0, max: 200 }), { maxLength: 2 })
    .map((all) => all.map((minute) => start + minute * 61_000).sort((a, b) => a - b));

  test('figures are the same in whatever parts the positions come, and from any long stop on', () => {
    fc.assert(
      fc.property(drive, cuts, fc.integer({ min: 1, max: 30 }), (fixes, marks, size) => {
        const whole = madeFrom(fixes, marks);
        const inParts: Made = { segments: [], slots: [] };
        let before: Computed | Figures = firstOf(fixes);
        for (let i = 0; i < fixes.length; i += size) before = add(inParts, before, fixes.slice(i, i + size), marks);
        expect(inParts).toEqual(whole);
        for (const { kind, running, from, to } of whole.segments) {
          if (kind !== 'stop' || running || to.time < quarterOf(from.time) + quarterMs) continue;
          const again: Made = {
            segments: whole.segments.filter((one) => one.from.time < from.time),
            slots: whole.slots,
          };
          const rest = fixes.filter(({ time }) => time >= from.time);
          let resumed: Computed | Figures = figuresFromStop(from.time);
          for (let i = 0; i < rest.length; i += size) resumed = add(again, resumed, rest.slice(i, i + size), marks);
          expect(again).toEqual(whole);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('the seconds of each quarter are 900 up to the last position, and all figures add up to those of the segments', () => {
    fc.assert(
      fc.property(drive, cuts, (fixes, marks) => {
        const made = madeFrom(fixes, marks);
        const last = fixes.at(-1)?.time ?? 0;
        const spent = new Map<number, number>();
        for (const slot of made.slots) {
          const seconds = slot.drivingS + slot.idleS + slot.stoppedS + slot.nodataS;
          spent.set(quarterOf(slot.at), (spent.get(quarterOf(slot.at)) ?? 0) + seconds);
          for (const value of Object.values(slot)) expect(Number.isInteger(value) && value >= 0).toBe(true);
        }
        for (let quarter = quarterOf(fixes[0]?.time ?? 0); quarter < quarterOf(last); quarter += quarterMs)
          expect(spent.get(quarter)).toBe(900);
        const of = (kind: Segment['kind']) => made.segments.filter((one) => one.kind === kind);
        const sum = (segments: Made['segments'], key: 'metres' | 'drivingS' | 'idleS') =>
          segments.reduce((all, one) => all + one[key], 0);
        expect(total(made)).toMatchObject({
          metres: sum(of('trip'), 'metres'),
          gapMetres: sum(of('gap'), 'metres'),
          starts: of('trip').length,
          drivingS: sum(of('trip'), 'drivingS'),
        });
      }),
      { numRuns: 300 },
    );
  });
});
