import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Shape } from '#core/places/common/geofence.ts';
import { geometryOf } from './fence-geometry.ts';

const dubai = { lat: 25.2, lng: 55.27 };
type Location = { lat: number; lng: number };
const contains = (shape: Shape, at: Location) => geometryOf(shape).distance(at) <= 0;

describe('a circular geofence', () => {
  test('contains locations within its radius', () => {
    const shape: Shape = { kind: 'circle', center: dubai, radius: 1000 };
    expect(contains(shape, { lat: 25.2085, lng: 55.27 })).toBe(true);
    expect(contains(shape, { lat: 25.2095, lng: 55.27 })).toBe(false);
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

describe('a corridor', () => {
  const road: Shape = { kind: 'corridor', path: [dubai, { lat: 25.2, lng: 55.37 }], width: 200 };

  test('contains what is within half its width of its line', () => {
    const { distance } = geometryOf(road);
    expect(distance({ lat: 25.2, lng: 55.3 })).toBeCloseTo(-100, 0);
    // A thousandth of a degree to the north is 111 metres.
    expect(distance({ lat: 25.201, lng: 55.3 })).toBeGreaterThan(5);
    expect(distance({ lat: 25.201, lng: 55.3 })).toBeLessThan(17);
  });

  test('has a box around all of it', () => {
    const [west, south, east, north] = geometryOf(road).box;
    expect([west < 55.27, south < 25.2, east > 55.37, north > 25.2]).toEqual([true, true, true, true]);
    expect(north - 25.2).toBeCloseTo(100 / 111_195, 6);
  });
});

test('the radius of a fence is that of a circle with its area', () => {
  const square: Shape = { kind: 'rectangle', bounds: { north: 0.01, south: 0, west: 0, east: 0.01 } };
  // 1,112 m squared.
  expect(geometryOf(square).radius).toBeCloseTo(1112 / Math.sqrt(Math.PI), -1);
});
