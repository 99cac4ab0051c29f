import { expect, test } from 'vitest';
import { type AreaPolygon, contains, isSelfCrossing, type Point, ringsOf } from './area-geometry.ts';
import { areaPolygons, pointsOf } from './area-shape.ts';

/** Corners as `[lng, lat]`, as GeoJSON has them. */
const ring = (...corners: [number, number][]): Point[] => corners.map(([lng, lat]) => ({ lat, lng }));
const square = (west: number, south: number, size: number) =>
  ring([west, south], [west + size, south], [west + size, south + size], [west, south + size]);
const whole = (outer: Point[], ...holes: Point[][]): AreaPolygon => ({ outer, holes });
const isIn = (polygon: AreaPolygon, lng: number, lat: number) => contains(ringsOf(polygon), { lat, lng });
const faults = (polygons: AreaPolygon[]) =>
  areaPolygons.safeParse(polygons).error?.issues.map(({ message }) => message) ?? [];

test('a location is in a polygon, on its edges and corners, and not in its hole', () => {
  const yard = whole(square(55, 25, 1), square(55.4, 25.4, 0.2));
  expect([isIn(yard, 55.2, 25.2), isIn(yard, 54.9, 25.2), isIn(yard, 55.2, 26.1)]).toEqual([true, false, false]);
  expect([isIn(yard, 55, 25), isIn(yard, 55.5, 25), isIn(yard, 56, 25.7)]).toEqual([true, true, true]);
  expect([isIn(yard, 55.5, 25.5), isIn(yard, 55.4, 25.5)]).toEqual([false, true]);
  // Corners at the height of the location are counted once.
  const diamond = whole(ring([0, 0], [1, 1], [0, 2], [-1, 1]));
  expect([isIn(diamond, -2, 1), isIn(diamond, 0, 1), isIn(diamond, 2, 1), isIn(diamond, 1, 1)]).toEqual([
    ...[false, true, false, true],
  ]);
});

test('neighbours share each location of a slanted edge and leave no gap', () => {
  const [a, b] = [
    [55.1234567, 25.7654321],
    [55.9876543, 25.1357913],
  ] as [[number, number], [number, number]];
  const west = whole(ring(a, b, [55, 25]));
  const east = whole(ring(a, b, [56, 26]));
  for (let part = 0; part <= 1; part += 1 / 257) {
    const [lng, lat] = [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
    expect([isIn(west, lng, lat), isIn(east, lng, lat)], String(part)).toEqual([true, true]);
    expect([isIn(west, lng - 1e-6, lat), isIn(east, lng - 1e-6, lat)], String(part)).toEqual([part > 0, false]);
  }
});

test('a polygon may cross the 180th meridian', () => {
  const fiji = whole(ring([179, -18], [-179, -18], [-179, -16], [179, -16]));
  expect([isIn(fiji, 179.5, -17), isIn(fiji, -179.5, -17), isIn(fiji, 180, -17)]).toEqual([true, true, true]);
  expect([isIn(fiji, 178.9, -17), isIn(fiji, -178.9, -17), isIn(fiji, 0, -17)]).toEqual([false, false, false]);
  expect(isSelfCrossing([fiji])).toBe(false);
});

test('an area whose lines cross is refused', () => {
  const plain = square(0, 0, 10);
  const crossing: Record<string, AreaPolygon[]> = {
    'a bow': [whole(ring([0, 0], [1, 1], [1, 0], [0, 1]))],
    'a figure that touches itself': [whole(ring([0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 1]))],
    'a line that goes back on itself': [whole(ring([0, 0], [2, 0], [1, 0], [1, 1]))],
    'a point twice': [whole(ring([0, 0], [1, 0], [1, 0], [1, 1]))],
    'a hole across the edge': [whole(plain, square(9, 9, 2))],
    'a hole outside': [whole(plain, square(20, 20, 2))],
    'two holes that cross': [whole(plain, square(1, 1, 3), square(3, 3, 3))],
    'two polygons that cross': [whole(plain), whole(square(9, 9, 5))],
    'a polygon within another': [whole(plain), whole(square(4, 4, 1))],
  };
  for (const [name, polygons] of Object.entries(crossing))
    expect([name, faults(polygons)]).toEqual([name, ['selfCrossing']]);
  const fine: Record<string, AreaPolygon[]> = {
    'one with a hole': [whole(plain, square(4, 4, 1))],
    'two next to each other': [whole(plain), whole(square(10, 0, 10))],
    'two that touch in a corner': [whole(plain), whole(square(10, 10, 3))],
    'one in the hole of another': [whole(plain, square(2, 2, 5)), whole(square(3, 3, 1))],
    'one that fills the hole of another': [whole(plain, square(2, 2, 5)), whole(square(2, 2, 5))],
  };
  for (const [name, polygons] of Object.entries(fine)) expect([name, faults(polygons)]).toEqual([name, []]);
});

test('an area has at most 20 polygons and 2,000 points, each ring at least three', () => {
  const circle = (points: number, west = 0): AreaPolygon =>
    whole(
      Array.from({ length: points }, (_, n) => ({
        lat: Math.sin((2 * Math.PI * n) / points),
        lng: west + Math.cos((2 * Math.PI * n) / points),
      })),
    );
  expect(faults([circle(2000)])).toEqual([]);
  expect(faults([circle(1000), circle(1001, 10)])).toEqual(['tooManyPoints']);
  expect(faults([circle(2)])).toEqual(['threePoints']);
  expect(faults(Array.from({ length: 20 }, (_, n) => circle(3, n * 3)))).toEqual([]);
  expect(faults(Array.from({ length: 21 }, (_, n) => circle(3, n * 3)))).toEqual(['tooManyPolygons']);
  expect(faults([])).toEqual(['notDrawn']);
  expect(pointsOf([whole(square(0, 0, 1), square(0, 0, 1)), whole(square(0, 0, 1))])).toBe(12);
});
