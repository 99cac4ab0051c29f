import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contains, geofence, metresBetween, type Shape } from './geofence.ts';

const place = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lng: fc.double({ min: -179, max: 179, noNaN: true }),
});
const dubai = { lat: 25.2, lng: 55.27 };

describe('a circular geofence', () => {
  test('contains locations within its radius', () => {
    const shape: Shape = { kind: 'circle', center: dubai, radius: 1000 };
    expect(contains(shape, { lat: 25.2085, lng: 55.27 })).toBe(true);
    expect(contains(shape, { lat: 25.2095, lng: 55.27 })).toBe(false);
  });

  test('distances are symmetric and never negative', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(metresBetween(a, b)).toBeGreaterThanOrEqual(0);
        expect(metresBetween(a, b)).toBeCloseTo(metresBetween(b, a), 3);
      }),
    );
  });
});

describe('a rectangular geofence', () => {
  test('may cross the 180th meridian', () => {
    const shape: Shape = { kind: 'rectangle', bounds: { north: 1, south: -1, west: 179, east: -179 } };
    expect(contains(shape, { lat: 0, lng: 180 })).toBe(true);
    expect(contains(shape, { lat: 0, lng: 0 })).toBe(false);
  });

  test('contains the same locations as the polygon of its corners', () => {
    const bounds = { north: 26, south: 24, west: 54, east: 56 };
    const path = [
      { lat: 26, lng: 54 },
      { lat: 26, lng: 56 },
      { lat: 24, lng: 56 },
      { lat: 24, lng: 54 },
    ];
    const near = fc.record({
      lat: fc.double({ min: 23, max: 27, noNaN: true }),
      lng: fc.double({ min: 53, max: 57, noNaN: true }),
    });
    fc.assert(
      fc.property(near, (at) => {
        expect(contains({ kind: 'polygon', path }, at)).toBe(contains({ kind: 'rectangle', bounds }, at));
      }),
    );
  });
});

describe('a polygonal geofence', () => {
  const horseshoe: Shape = {
    kind: 'polygon',
    path: [
      { lat: 0, lng: 0 },
      { lat: 3, lng: 0 },
      { lat: 3, lng: 3 },
      { lat: 2, lng: 3 },
      { lat: 2, lng: 1 },
      { lat: 1, lng: 1 },
      { lat: 1, lng: 3 },
      { lat: 0, lng: 3 },
    ],
  };

  test.each([
    [{ lat: 0.5, lng: 2 }, true],
    [{ lat: 1.5, lng: 2 }, false],
    [{ lat: 1.5, lng: 0.5 }, true],
    [{ lat: 0, lng: 1.5 }, true],
    [{ lat: 4, lng: 0.5 }, false],
  ])('with a concave outline contains %o: %s', (at, expected) => {
    expect(contains(horseshoe, at)).toBe(expected);
  });
});

describe('the validation of geofences', () => {
  const check = (shape: unknown) =>
    geofence.fields.safeParse({ name: 'Fence', description: '', shape }).error?.issues.map((issue) => issue.message);

  test.each([
    ['a radius of nothing', { kind: 'circle', center: dubai, radius: 0 }, ['outOfRange']],
    ['a place that is not on earth', { kind: 'circle', center: { lat: 91, lng: 0 }, radius: 10 }, ['outOfRange']],
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
