import { expect, test } from 'vitest';
import { impliedSpeed, isCoarse } from './fix-quality.ts';

/** A fix this many metres north of a place, at a second. */
const at = (second: number, metres: number, accuracy: number | null = 0) => ({
  time: second * 1000,
  lat: 25 + metres / 111_195,
  lng: 55,
  accuracy,
  source: 'gnss' as const,
});

test('the speed between two fixes is that of the shortest way that their errors allow', () => {
  const exact = impliedSpeed(at(0, 0, 5), at(10, 200, 5));
  const coarser = impliedSpeed(at(0, 0, 50), at(10, 200, 50));
  expect(exact - coarser).toBeCloseTo((90 / 10) * 3.6, 1);
  expect(impliedSpeed(at(0, 0, 160), at(10, 200, 50))).toBe(0);
});

test('fixes of one second, in either order, have a speed', () => {
  expect(impliedSpeed(at(10, 0, 5), at(0, 1000, 5))).toBeCloseTo(impliedSpeed(at(0, 0, 5), at(10, 1000, 5)), 6);
  expect(impliedSpeed(at(0, 0, 5), at(0, 1000, 5))).toBeCloseTo(990 * 3.6, -1);
});

test('a fix is coarse from 500 m of error on, or if a network located it without naming one', () => {
  expect([500, 501].map((accuracy) => isCoarse({ accuracy, source: 'gnss' }))).toEqual([false, true]);
  expect(isCoarse({ accuracy: null, source: 'gnss' })).toBe(false);
  expect(isCoarse({ accuracy: null, source: 'cell' })).toBe(true);
});
