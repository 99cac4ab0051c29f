import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TrackFix } from './track-fix.ts';
import { advanceTrack, currentSegments, type Segment, type TrackState, trackSettings } from './track-segments.ts';

/** A fix this many metres north of a place, at a minute. */
const at = (minute: number, metres: number, more: Partial<TrackFix> = {}): TrackFix => ({
  time: minute * 60_000,
  lat: 25 + metres / 111_195,
  lng: 55,
  speed: null,
  motion: null,
  ...more,
});

function segmentsOf(fixes: readonly TrackFix[], settings = trackSettings(30)): Segment[] {
  let state: TrackState | null = null;
  const ended: Segment[] = [];
  for (const fix of fixes) {
    const step = advanceTrack(state, fix, settings);
    state = step.state;
    ended.push(...step.ended);
  }
  return state ? [...ended, ...currentSegments(state, settings)] : ended;
}
const named = (segments: readonly Segment[]) =>
  segments.map(
    ({ kind, from, to, metres, running }) =>
      `${kind} ${from.time / 60_000}-${to.time / 60_000} ${Math.round(metres)} m${running ? ' running' : ''}`,
  );
const minutes = (from: number, to: number, metres: (minute: number) => number, ignition: boolean | null = null) =>
  Array.from({ length: to - from + 1 }, (_, i) => at(from + i, metres(from + i), { ignition }));

describe('a track', () => {
  test('is stops with trips between them', () => {
    const fixes = [
      ...minutes(0, 10, () => 0),
      ...minutes(11, 15, (minute) => (minute - 10) * 1000),
      ...minutes(16, 30, () => 5000),
    ];
    expect(named(segmentsOf(fixes))).toEqual(['stop 0-10 0 m', 'trip 10-15 5000 m', 'stop 15-30 0 m running']);
  });

  test('shows a trip that is under way, and goes on doing so when the tracker is switched off', () => {
    const fixes = [...minutes(0, 10, () => 0), ...minutes(11, 14, (minute) => (minute - 10) * 800)];
    expect(named(segmentsOf(fixes))).toEqual(['stop 0-10 0 m', 'trip 10-14 3200 m running']);
  });

  test('counts a move of less than 200 m or a minute to the stop', () => {
    const fixes = [...minutes(0, 5, () => 0), at(6, 150), ...minutes(7, 20, () => 150)];
    expect(named(segmentsOf(fixes))).toEqual(['stop 0-20 0 m running']);
  });

  test('does not end a trip at a traffic light', () => {
    const fixes = [
      ...minutes(0, 5, () => 0),
      ...minutes(6, 10, (minute) => (minute - 5) * 1000),
      ...minutes(11, 12, () => 5010),
      ...minutes(13, 20, (minute) => 5000 + (minute - 12) * 1000),
    ];
    expect(named(segmentsOf(fixes)).map((one) => one.split(' ')[0])).toEqual(['stop', 'trip']);
  });

  test('has a gap, not a trip, if the device was silent for an hour and then was elsewhere', () => {
    const fixes = [...minutes(0, 10, () => 0), ...minutes(90, 100, () => 30_000)];
    expect(named(segmentsOf(fixes))).toEqual(['stop 0-10 0 m', 'gap 10-90 30000 m', 'stop 90-100 0 m running']);
  });

  test('has a separate gap where a moving device was silent for 20 minutes, whose distance does not count as driven', () => {
    const fixes = [
      ...minutes(0, 10, () => 0),
      ...minutes(11, 15, (minute) => (minute - 10) * 1000),
      ...minutes(35, 40, (minute) => 17_000 + (minute - 35) * 1000),
    ];
    expect(named(segmentsOf(fixes))).toEqual([
      'stop 0-10 0 m',
      'trip 10-15 5000 m',
      'gap 15-35 12000 m',
      'trip 35-40 5000 m running',
    ]);
  });

  test('has a gap after the time that the template sets, and not before a seldom device has missed three reports', () => {
    const gapAfter = (interval: number, gapSeconds?: number) =>
      trackSettings(interval, gapSeconds === undefined ? {} : { gapSeconds }).gapSeconds;
    expect([gapAfter(30), gapAfter(30, 300), gapAfter(3600, 300)]).toEqual([900, 300, 10_800]);
  });

  test('goes on with the stop after an hour of silence at the same place', () => {
    expect(named(segmentsOf([...minutes(0, 10, () => 0), ...minutes(90, 100, () => 40)]))).toEqual([
      'stop 0-100 0 m running',
    ]);
  });

  test('ends the trip of a device that reports that it does not move, however its receiver drifts', () => {
    const fixes = [
      ...minutes(0, 5, () => 0),
      ...minutes(6, 10, (minute) => (minute - 5) * 1000),
      ...[11, 12, 13, 14, 15].map((minute) => at(minute, 5000 + minute * 130, { motion: false })),
    ];
    expect(named(segmentsOf(fixes)).at(-1)).toMatch(/^stop .* running$/);
  });

  test('ignores jitter of the receiver while the device may stand', () => {
    const still = minutes(11, 12, (minute) => 5000 + (minute % 2) * 10);
    const fixes = [
      ...minutes(0, 5, () => 0),
      ...minutes(6, 10, (minute) => (minute - 5) * 1000),
      ...still,
      ...minutes(13, 15, (minute) => 5000 + (minute - 12) * 1000),
    ];
    const trip = segmentsOf(fixes).at(-1);
    expect(Math.abs((trip?.metres ?? 0) - 8000)).toBeLessThan(15);
  });

  test('is the same when it is made again from any of its stops', () => {
    const walk = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -3000, max: 3000 })), {
      minLength: 20,
      maxLength: 80,
    });
    fc.assert(
      fc.property(walk, (steps) => {
        let [minute, metres] = [0, 0];
        const fixes = steps.flatMap(([wait, by]) => {
          const rest = [at(minute, metres), at(minute + 2, metres), at(minute + 4, metres)];
          minute += 4 + wait;
          metres += by;
          return rest;
        });
        const whole = segmentsOf(fixes);
        for (const stop of whole.filter(({ kind, running }) => kind === 'stop' && !running)) {
          const again = segmentsOf(fixes.filter(({ time }) => time >= stop.from.time));
          expect(named(again)).toEqual(named(whole.filter(({ from }) => from.time >= stop.from.time)));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('a track of a vehicle', () => {
  /** Ten minutes at rest, a drive of 10 km in 10 minutes and 10 minutes at rest; the odometer is a kilometre value. */
  const driven = (odometer: (metres: number, minute: number) => number | null, more: Partial<TrackFix> = {}) =>
    [
      ...minutes(0, 10, () => 0),
      ...minutes(11, 20, (minute) => (minute - 10) * 1000),
      ...minutes(21, 30, () => 10_000),
    ].map((fix, minute) => ({
      ...fix,
      odometer: odometer(Math.min(10_000, Math.max(0, minute - 10) * 1000), minute),
      ...more,
    }));
  const tripOf = (fixes: readonly TrackFix[]) => {
    const trip = segmentsOf(fixes).find(({ kind }) => kind === 'trip');
    return trip && [trip.metres, trip.source];
  };

  test('has the metres of its odometer if they are plausible, and those along its positions otherwise', () => {
    expect(tripOf(driven((metres) => 500_000 + metres * 1.1))).toEqual([11_000, 'odometer']);
    expect(tripOf(driven((metres) => 500_000 + metres * 2.1))).toEqual([10_000, 'gps']);
    expect(tripOf(driven((metres) => 500_000 + metres * 0.4))).toEqual([10_000, 'gps']);
    expect(tripOf(driven((metres) => 500_000 - metres))).toEqual([10_000, 'gps']);
    expect(tripOf(driven((metres, minute) => (minute < 15 ? 500_000 : 0) + metres))).toEqual([10_000, 'gps']);
    expect(tripOf(driven((metres, minute) => (minute === 10 ? null : 500_000 + metres * 1.1)))).toEqual([
      10_000,
      'gps',
    ]);
  });

  test('has whole metres', () => {
    expect(tripOf(driven(() => null).map((fix) => ({ ...fix, lat: 25 + (fix.lat - 25) * 1.00007 })))).toEqual([
      10_001,
      'gps',
    ]);
  });

  test('is towed if it moves half a kilometre at speed with the ignition off', () => {
    const off = segmentsOf(driven(() => null, { ignition: false }));
    expect(off.map(({ kind, towed }) => [kind, towed])).toEqual([
      ['stop', false],
      ['trip', true],
      ['stop', false],
    ]);
    const on = segmentsOf(driven(() => null, { ignition: true }));
    expect(on.map(({ towed }) => towed)).toEqual([false, false, false]);
    // Once on is not towed.
    const once = segmentsOf(
      driven(() => null, { ignition: false }).map((fix, at) => (at === 15 ? { ...fix, ignition: true } : fix)),
    );
    expect(once.map(({ towed }) => towed)).toEqual([false, false, false]);
  });

  test('does not move with the ignition off, however its receiver drifts, and stops two minutes after it is switched off', () => {
    const drift = minutes(0, 60, (minute) => (minute % 10) * 60).map((fix) => ({ ...fix, ignition: false }));
    expect(named(segmentsOf(drift))).toEqual(['stop 0-60 0 m running']);
    const off = [
      ...minutes(0, 5, () => 0, true),
      ...minutes(6, 10, (minute) => (minute - 5) * 1000, true),
      ...minutes(11, 13, (minute) => 5000 + (minute - 10) * 120, false),
      ...minutes(14, 16, (minute) => 5360 + (minute - 13) * 1000, true),
    ];
    expect(named(segmentsOf(off))).toEqual([
      'stop 0-5 0 m',
      'trip 5-11 5120 m',
      'stop 11-13 0 m',
      'trip 13-16 3000 m running',
    ]);
  });
});

describe('the limits of trips', () => {
  const moved = (metres: number, seconds: number) => [
    ...minutes(0, 5, () => 0),
    at(5 + seconds / 60, metres),
    ...minutes(8, 15, () => metres),
  ];

  test('are those of the settings', () => {
    const kinds = (fixes: readonly TrackFix[], kept = {}) =>
      segmentsOf(fixes, { ...trackSettings(30, kept) }).map(({ kind }) => kind);
    expect(kinds(moved(220, 61))).toContain('trip');
    expect(kinds(moved(220, 61), { leastTripMetres: 300 })).toEqual(['stop']);
    expect(kinds(moved(220, 61), { leastTripSeconds: 90 })).toEqual(['stop']);
    expect(kinds(moved(140, 61), { leastTripMetres: 100 })).toContain('trip');
  });

  test('are never reached by going round a place within 150 m', () => {
    const round = minutes(0, 30, (minute) => (minute % 2) * 140);
    expect(segmentsOf(round).map(({ kind }) => kind)).toEqual(['stop']);
  });
});
