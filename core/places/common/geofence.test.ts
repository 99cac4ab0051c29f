import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { geofence, metresBetween } from './geofence.ts';

const place = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lng: fc.double({ min: -179, max: 179, noNaN: true }),
});
const dubai = { lat: 25.2, lng: 55.27 };

test('distances are symmetric and never negative', () => {
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(metresBetween(a, b)).toBeGreaterThanOrEqual(0);
      expect(metresBetween(a, b)).toBeCloseTo(metresBetween(b, a), 3);
    }),
  );
});

describe('the validation of geofences', () => {
  const check = (shape: unknown) =>
    geofence.fields
      .safeParse({ name: 'Fence', description: '', purpose: 'other', shape, speedLimit: null })
      .error?.issues.map((issue) => issue.message);

  test.each([
    ['a radius of nothing', { kind: 'circle', center: dubai, radius: 0 }, ['outOfRange']],
    ['a place that is not on earth', { kind: 'circle', center: { lat: 91, lng: 0 }, radius: 10 }, ['outOfRange']],
    ['one point of a corridor', { kind: 'corridor', path: [dubai], width: 50 }, ['twoPoints']],
    ['two points', { kind: 'polygon', path: [dubai, dubai] }, ['threePoints']],
    [
      'a rectangle upside down',
      { kind: 'rectangle', bounds: { north: 1, south: 2, east: 3, west: 1 } },
      ['northAboveSouth'],
    ],
  ])('refuses %s', (_what, shape, expected) => {
    expect(check(shape)).toEqual(expected);
  });
});
