import { expect, test } from 'vitest';
import type { Fix } from '#core/telemetry/common/position.ts';
import { crossesFence } from './fence-crossing.ts';
import { geometryOf } from './fence-geometry.ts';

const yard = { lat: 25.1, lng: 55.2 };
const degrees = (metres: number) => metres / 111_195;
/** Metres to the north of the yard, and to the east. */
const fix = (seconds: number, north: number, east = 0, more: Partial<Fix> = {}): Fix => ({
  time: seconds * 1000,
  lat: yard.lat + degrees(north),
  lng: yard.lng + degrees(east) / Math.cos((yard.lat * Math.PI) / 180),
  accuracy: 5,
  speed: null,
  heading: null,
  altitude: null,
  satellites: null,
  source: 'gnss',
  motion: null,
  ...more,
});
const circle = geometryOf({ kind: 'circle', center: yard, radius: 60 });
const [north, east] = [degrees(50), degrees(50)];
const square = geometryOf({
  kind: 'rectangle',
  bounds: { north: yard.lat + north, south: yard.lat - north, east: yard.lng + east, west: yard.lng - east },
});
const road = geometryOf({
  kind: 'corridor',
  path: [fix(0, 0, -500), fix(0, 0, 500)].map(({ lat, lng }) => ({ lat, lng })),
  width: 20,
});

test.each([
  ['a circle', circle],
  ['a square', square],
  ['a road', road],
])('a line through %s crosses it, and one next to or in front of it does not', (_, shape) => {
  expect(crossesFence(fix(0, -300), fix(60, 300), shape)).toBe(true);
  expect(crossesFence(fix(0, -300), fix(60, -100), shape)).toBe(false);
  expect(crossesFence(fix(0, -300, 700), fix(60, 300, 700), shape)).toBe(false);
});

test('a position within the shape is an entry or an exit, not a crossing', () => {
  expect(crossesFence(fix(0, -300), fix(60, 0), circle)).toBe(false);
  expect(crossesFence(fix(0, 0), fix(60, 300), circle)).toBe(false);
});

test('positions more than five minutes apart do not tell the way between them', () => {
  expect(crossesFence(fix(0, -300), fix(300, 300), circle)).toBe(true);
  expect(crossesFence(fix(0, -300), fix(301, 300), circle)).toBe(false);
});

test('a position that is less exact than the shape is large shows nothing', () => {
  expect(crossesFence(fix(0, -300), fix(60, 300, 0, { accuracy: 61 }), circle)).toBe(false);
});
