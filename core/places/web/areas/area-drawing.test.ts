import { expect, test } from 'vitest';
import {
  areaOfGeoJson,
  emptyArea,
  pointsAt,
  ringsAt,
  withHole,
  withoutRing,
  withPoints,
  withPolygon,
} from './area-drawing.ts';

const ring = [
  [55, 25],
  [56, 25],
  [56, 26],
  [55, 25],
];
const path = [
  { lng: 55, lat: 25 },
  { lng: 56, lat: 25 },
  { lng: 56, lat: 26 },
];
const read = (value: unknown) => areaOfGeoJson(JSON.stringify(value));

test('polygons are read from any GeoJSON, without the repeated point', () => {
  const polygon = { type: 'Polygon', coordinates: [ring, ring] };
  const one = { outer: path, holes: [path] };
  expect(read(polygon)).toEqual([one]);
  expect(read({ type: 'Feature', properties: {}, geometry: polygon })).toEqual([one]);
  const multi = { type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] };
  expect(read(multi)).toEqual([{ outer: path, holes: [] }, one]);
  const point = { type: 'Feature', geometry: { type: 'Point', coordinates: [55, 25] } };
  const collection = { type: 'FeatureCollection', features: [point, { type: 'Feature', geometry: multi }] };
  expect(read(collection)).toHaveLength(2);
  expect(read({ type: 'GeometryCollection', geometries: [polygon, polygon] })).toHaveLength(2);
  // The height of a point is left out.
  expect(read({ type: 'Polygon', coordinates: [ring.map((at) => [...at, 12])] })).toEqual([{ outer: path, holes: [] }]);
});

test('a file without polygons, and one that is not GeoJSON, are refused with the reason', () => {
  expect(read({ type: 'FeatureCollection', features: [] })).toBe('geoJson.noPolygon');
  expect(read({ type: 'Point', coordinates: [55, 25] })).toBe('geoJson.noPolygon');
  for (const text of ['', '{', 'null', '[]', '{"type":"Polygon"}', '{"type":"Polygon","coordinates":[[["a",1]]]}'])
    expect([text, areaOfGeoJson(text)]).toEqual([text, 'geoJson.unreadable']);
});

test('rings are added, changed and removed; a polygon goes with its holes', () => {
  const two = withHole(withPolygon(withPoints(emptyArea, { polygon: 0, hole: null }, path)), 0);
  expect(ringsAt(two)).toEqual([
    { polygon: 0, hole: null },
    { polygon: 0, hole: 0 },
    { polygon: 1, hole: null },
  ]);
  const holed = withPoints(two, { polygon: 0, hole: 0 }, path.slice(1));
  expect(pointsAt(holed, { polygon: 0, hole: 0 })).toEqual(path.slice(1));
  expect(pointsAt(holed, { polygon: 0, hole: null })).toEqual(path);
  expect(withoutRing(holed, { polygon: 0, hole: 0 })).toEqual([
    { outer: path, holes: [] },
    { outer: [], holes: [] },
  ]);
  expect(withoutRing(holed, { polygon: 0, hole: null })).toEqual([{ outer: [], holes: [] }]);
  expect(withoutRing(emptyArea, { polygon: 0, hole: null })).toEqual(emptyArea);
});
