import { expect, test } from 'vitest';
import { metresBetween, shape } from '../../common/geofence.ts';
import {
  drawingOf,
  emptyDrawing,
  handlesOf,
  outlineOf,
  shapeOf,
  withClick,
  withDrag,
  withTyped,
} from './geofence-shapes.ts';

const dubai = { lat: 25.2, lng: 55.27 };

test('two clicks draw a circle by its centre and a point on its edge', () => {
  const edge = { lat: 25.2, lng: 55.28 };
  const drawn = withClick(withClick(emptyDrawing('circle'), dubai), edge);
  expect(drawn.radius).toBe(Math.round(metresBetween(dubai, edge)));
  expect(shapeOf(drawn)).toEqual({ kind: 'circle', center: dubai, radius: drawn.radius });
});

test('all points of a circle’s outline have the distance of its radius', () => {
  for (const point of outlineOf({ kind: 'circle', points: [dubai], radius: 750, width: null }))
    expect(metresBetween(dubai, point)).toBeCloseTo(750, 3);
});

test('a circle keeps its radius when its centre is dragged', () => {
  const moved = withDrag({ kind: 'circle', points: [dubai], radius: 500, width: null }, '0', { lat: 24, lng: 54 });
  expect(shapeOf(moved)).toEqual({ kind: 'circle', center: { lat: 24, lng: 54 }, radius: 500 });
});

test('a rectangle is the same from any corner that it is drawn', () => {
  const other = { lat: 25.3, lng: 55.2 };
  const rectangle = shapeOf(withClick(withClick(emptyDrawing('rectangle'), dubai), other));
  expect(rectangle).toEqual(shapeOf(withClick(withClick(emptyDrawing('rectangle'), other), dubai)));
  expect(shape.safeParse(rectangle).success).toBe(true);
});

test('a rectangle across the 180th meridian is drawn and stored unchanged', () => {
  const fiji = { kind: 'rectangle' as const, bounds: { north: -16, south: -19, west: 177, east: -178 } };
  expect(shapeOf(drawingOf(fiji))).toEqual(fiji);
  expect(Math.max(...outlineOf(drawingOf(fiji)).map((rectangle) => rectangle.lng))).toBe(182);
});

test('a polygon is a shape from its third corner on', () => {
  const two = [dubai, { lat: 25.3, lng: 55.3 }].reduce(withClick, emptyDrawing('polygon'));
  expect(shapeOf(two)).toBeNull();
  expect(shapeOf(withClick(two, { lat: 25.1, lng: 55.4 }))?.kind).toBe('polygon');
});

const faultOf = (drawn: ReturnType<typeof shapeOf>) => shape.safeParse(drawn).error?.issues[0];

test('invalid typed coordinates are reported, not changed', () => {
  const circle = { kind: 'circle' as const, points: [dubai], radius: 500, width: null };
  const far = withTyped(circle, 0, 'lat', 95);
  expect(shapeOf(far)).toMatchObject({ center: { lat: 95, lng: dubai.lng } });
  expect(faultOf(shapeOf(far))).toMatchObject({ path: ['center', 'lat'], message: 'outOfRange' });
  expect([outlineOf(far), handlesOf(far, String)]).toEqual([[], []]);
  expect(faultOf(shapeOf({ ...circle, radius: 0 }))).toMatchObject({ path: ['radius'], message: 'outOfRange' });
});

test('a single typed coordinate does not set the other one', () => {
  const alone = { ...withTyped(emptyDrawing('circle'), 0, 'lat', 25), radius: 500 };
  expect(faultOf(shapeOf(alone))).toMatchObject({ path: ['center', 'lng'], message: 'enterANumber' });
  expect(outlineOf(alone)).toEqual([]);
  expect(shapeOf(withTyped(alone, 0, 'lng', 55))).toEqual({
    kind: 'circle',
    center: { lat: 25, lng: 55 },
    radius: 500,
  });
  expect(shapeOf(withClick(alone, dubai))).toEqual({ kind: 'circle', center: dubai, radius: 500 });
  const south = withTyped(emptyDrawing('rectangle'), 1, 'lat', 20);
  expect(south.points).toEqual([
    { lat: Number.NaN, lng: Number.NaN },
    { lat: 20, lng: Number.NaN },
  ]);
  expect(faultOf(shapeOf(south))?.message).toBe('enterANumber');
});

test('a corridor is a shape from its second point on, and its outline is half its width away from it', () => {
  const line = [dubai, { lat: 25.2, lng: 55.3 }, { lat: 25.25, lng: 55.3 }];
  expect(shapeOf(withClick(emptyDrawing('corridor'), dubai))).toBeNull();
  const drawn = { ...line.reduce(withClick, emptyDrawing('corridor')), width: 200 };
  expect(shapeOf(drawn)).toEqual({ kind: 'corridor', path: line, width: 200 });
  expect(shapeOf(drawingOf({ kind: 'corridor', path: line, width: 200 }))).toEqual(shapeOf(drawn));
  const outline = outlineOf(drawn);
  expect(outline).toHaveLength(6);
  for (const [i, end] of [0, 5].entries())
    expect(metresBetween(dubai, outline[end] as never), String(i)).toBeCloseTo(100, 3);
});
