import { expect, test } from 'vitest';
import type { Fix } from '#core/telemetry/common/position.ts';
import { moveAlong, newTrack } from '../track.ts';
import { crossesFence } from './fence-crossing.ts';
import { geometryOf } from './fence-geometry.ts';
import { FenceIndex } from './fence-index.ts';

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

test('positions more than five minutes apart do not reveal the way between them', () => {
  expect(crossesFence(fix(0, -300), fix(300, 300), circle)).toBe(true);
  expect(crossesFence(fix(0, -300), fix(301, 300), circle)).toBe(false);
});

test('a position whose error is larger than the shape does not show a crossing', () => {
  expect(crossesFence(fix(0, -300), fix(60, 300, 0, { accuracy: 61 }), circle)).toBe(false);
});

const index = new FenceIndex(1, [{ id: 1, name: 'Yard', shape: { kind: 'circle', center: yard, radius: 60 } }]);
const model = { maxSpeed: 300, intervalSeconds: 60, stop: { metres: 100, seconds: 180 } };
/** The device sends each position as a separate message. */
const changesOf = (fixes: readonly Fix[]) => {
  const track = newTrack();
  const steps = fixes.map((one) => moveAlong(track, [one], model, index));
  return {
    changes: steps.flatMap(({ changes }) => changes.map(({ kind, time }) => [kind, time / 1000])),
    crossed: steps.flatMap(({ crossed }) => [...crossed]),
  };
};
const standing = (from: number, north: number) => [0, 1, 2, 3].map((n) => fix(from + n * 60, north));

test.each([
  ['out of a geofence', 0, 300_000],
  ['into a geofence', 300_000, 0],
  ['over a geofence', -150_000, 150_000],
])('two positions in a row that jump %s and back make no event', (_way, north, jump) => {
  const fixes = [...standing(0, north), fix(198, jump), fix(216, jump), ...standing(240, north)];
  expect(changesOf(fixes)).toEqual({ changes: [], crossed: [] });
});

test('a device that stays where it has jumped to leaves the geofence with its next positions', () => {
  const fixes = [...standing(0, 0), ...standing(198, 300_000)];
  expect(changesOf(fixes)).toEqual({ changes: [['exit', 318]], crossed: [] });
});
