import { expect, test } from 'vitest';
import { metresBetween, shape } from '../common/geofence.ts';
import { drawingOf, emptyDrawing, outlineOf, shapeOf, withClick, withDrag } from './geofence-shapes.ts';

const dubai = { lat: 25.2, lng: 55.27 };

test('a circle is its centre and, with the second click, the metres to its edge', () => {
  const edge = { lat: 25.2, lng: 55.28 };
  const drawn = withClick(withClick(emptyDrawing('circle'), dubai), edge);
  expect(drawn.radius).toBe(Math.round(metresBetween(dubai, edge)));
  expect(shapeOf(drawn)).toEqual({ kind: 'circle', center: dubai, radius: drawn.radius });
});

test('the outline of a circle keeps its exact radius all around', () => {
  for (const point of outlineOf({ kind: 'circle', points: [dubai], radius: 750 }))
    expect(metresBetween(dubai, point)).toBeCloseTo(750, 3);
});

test('a circle keeps its radius when its centre is dragged', () => {
  const moved = withDrag({ kind: 'circle', points: [dubai], radius: 500 }, '0', { lat: 24, lng: 54 });
  expect(shapeOf(moved)).toEqual({ kind: 'circle', center: { lat: 24, lng: 54 }, radius: 500 });
});

test('a rectangle is the same from whichever corner it is drawn', () => {
  const other = { lat: 25.3, lng: 55.2 };
  const one = shapeOf(withClick(withClick(emptyDrawing('rectangle'), dubai), other));
  expect(one).toEqual(shapeOf(withClick(withClick(emptyDrawing('rectangle'), other), dubai)));
  expect(shape.safeParse(one).success).toBe(true);
});

test('a rectangle over the 180th meridian is drawn across it, and stays what it was', () => {
  const fiji = { kind: 'rectangle' as const, bounds: { north: -16, south: -19, west: 177, east: -178 } };
  expect(shapeOf(drawingOf(fiji))).toEqual(fiji);
  expect(Math.max(...outlineOf(drawingOf(fiji)).map((one) => one.lng))).toBe(182);
});

test('a polygon is a shape from its third corner on', () => {
  const two = [dubai, { lat: 25.3, lng: 55.3 }].reduce(withClick, emptyDrawing('polygon'));
  expect(shapeOf(two)).toBeNull();
  expect(shapeOf(withClick(two, { lat: 25.1, lng: 55.4 }))?.kind).toBe('polygon');
});
