import { expect, test } from 'vitest';
import type { TrackSegment, TrailPoint } from '../common/tracking.ts';
import { firstAfter, placeAtTime, trailLines, trailTotals } from './trail.ts';

const points: TrailPoint[] = [
  [1000, 25, 55, 0, null],
  [2000, 25.2, 55.2, 50, 45],
  [4000, 25.2, 55.6, 90, 90],
];
const segment = (kind: TrackSegment['kind'], from: number, to: number, metres = 0): TrackSegment => ({
  kind,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  start: { lat: 0, lng: 0 },
  end: { lat: 0, lng: 0 },
  metres,
  topSpeed: kind === 'trip' ? 90 : null,
  fixes: 2,
  running: false,
  source: 'gps',
  towed: false,
  idleSeconds: 0,
  drivingSeconds: 0,
  pauses: 0,
  meanSpeed: null,
  version: 1,
});

const hour = 3_600_000;
const period = (from: number, to: number) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

test('between two points a device goes straight and evenly', () => {
  expect(placeAtTime(points, 3000)).toEqual({ time: 3000, lat: 25.2, lng: 55.400000000000006, speed: 50, heading: 45 });
});

test('a device is at the first point before it and at the last one after it', () => {
  expect(placeAtTime(points, 0)).toMatchObject({ lat: 25, lng: 55 });
  expect(placeAtTime(points, 9000)).toMatchObject({ lat: 25.2, lng: 55.6 });
  expect(placeAtTime([], 0)).toBeUndefined();
});

test('the first point after a time is found among many', () => {
  const many = Array.from({ length: 100_000 }, (_, i): TrailPoint => [i * 10, 25, 55, null, null]);
  expect([firstAfter(many, -1), firstAfter(many, 500_004), firstAfter(many, 999_990)]).toEqual([0, 50_001, 100_000]);
});

test('the totals are those of the trips, without stops and gaps', () => {
  const totals = trailTotals(
    [segment('stop', 0, hour), segment('trip', hour, 2 * hour, 60_000), segment('gap', 2 * hour, 3 * hour, 9000)],
    period(0, 3 * hour),
  );
  expect(totals).toEqual({ metres: 60_000, movingMs: hour, stoppedMs: hour, meanSpeed: 60, topSpeed: 90, stops: 1 });
});

test('a stop and a trip that reach out of the period count with their time in it, and not more', () => {
  const segments = [segment('stop', 0, 2 * hour), segment('trip', 2 * hour, 4 * hour, 100_000)];
  const totals = trailTotals(segments, period(hour, 3 * hour));
  expect(totals).toMatchObject({ movingMs: hour, stoppedMs: hour, meanSpeed: 50 });
});

test('a line changes where the speed does, and is broken at a gap', () => {
  expect(trailLines(points, []).map(({ speed, line }) => [speed, line.length])).toEqual([
    [0, 2],
    [2, 2],
  ]);
  expect(trailLines(points, [segment('gap', 2000, 4000)])).toEqual([
    {
      speed: 0,
      line: [
        [55, 25],
        [55.2, 25.2],
      ],
    },
  ]);
});
