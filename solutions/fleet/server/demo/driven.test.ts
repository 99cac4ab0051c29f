import { expect, test } from 'vitest';
import type { DemoTour } from '#core/tracking/common/demo-tour.ts';
import { readingsOf, startKmOf } from './driven.ts';

/** 10 km there in 10 minutes, an hour with the engine running, and back. */
const tour: DemoTour = {
  path: [
    { lat: 25, lng: 55 },
    { lat: 25.09, lng: 55 },
    { lat: 25, lng: 55 },
  ],
  speed: 60,
  stays: [{ at: 1, minutes: 60, engine: 60 }],
  starts: 8 * 60,
  off: [],
  zone: 'Asia/Dubai',
};
const at = (hour: number, minute = 0) => Date.UTC(2026, 0, 4, hour - 4, minute);

test('standing with the engine running adds engine hours and takes fuel, but no distance', () => {
  const [arrived, left] = [readingsOf(tour, at(8, 12), 1000), readingsOf(tour, at(9, 8), 1000)];
  expect([arrived.ignition, left.ignition]).toEqual([true, true]);
  expect(left.odometer).toBe(arrived.odometer);
  expect(Math.abs(left.engineHours - arrived.engineHours - 56 / 60)).toBeLessThan(0.11);
  expect(left.fuel).toBeLessThan(arrived.fuel);
});

test('the first tour begins with the odometer of its vehicle', () => {
  expect(readingsOf(tour, at(7), startKmOf(2))).toMatchObject({
    ...{ odometer: startKmOf(2), ignition: false, fuel: 96, externalVoltage: 12.6 },
  });
  expect(readingsOf(tour, at(12), startKmOf(2)).odometer).toBeCloseTo(startKmOf(2) + 20, 0);
});
