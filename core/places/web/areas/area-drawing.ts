import type { Location } from '#platform/web/ui/map/location.ts';
import type { AreaPolygon } from '../../common/area-geometry.ts';

/** An area while it is drawn: its rings can be unfinished. */
export type AreaDrawing = readonly AreaPolygon[];
/** A ring of the drawing: the outline of a polygon, or one of its holes. */
export type RingAt = { polygon: number; hole: number | null };

export const emptyArea: AreaDrawing = [{ outer: [], holes: [] }];

/** All rings in the order in which they are listed. */
export const ringsAt = (drawing: AreaDrawing): RingAt[] =>
  drawing.flatMap(({ holes }, polygon) => [{ polygon, hole: null }, ...holes.map((_, hole) => ({ polygon, hole }))]);

export const pointsAt = (drawing: AreaDrawing, { polygon, hole }: RingAt): readonly Location[] => {
  const of = drawing[polygon];
  return (hole === null ? of?.outer : of?.holes[hole]) ?? [];
};

export const withPoints = (drawing: AreaDrawing, { polygon, hole }: RingAt, points: readonly Location[]): AreaDrawing =>
  drawing.map((one, n) => {
    if (n !== polygon) return one;
    if (hole === null) return { ...one, outer: points };
    return { ...one, holes: one.holes.map((ring, h) => (h === hole ? points : ring)) };
  });

export const withPolygon = (drawing: AreaDrawing): AreaDrawing => [...drawing, { outer: [], holes: [] }];
export const withHole = (drawing: AreaDrawing, polygon: number): AreaDrawing =>
  drawing.map((one, n) => (n === polygon ? { ...one, holes: [...one.holes, []] } : one));

/** A polygon goes with its holes; an area keeps one ring to draw. */
export function withoutRing(drawing: AreaDrawing, { polygon, hole }: RingAt): AreaDrawing {
  if (hole !== null)
    return drawing.map((one, n) => (n === polygon ? { ...one, holes: one.holes.filter((_, h) => h !== hole) } : one));
  const left = drawing.filter((_, n) => n !== polygon);
  return left.length > 0 ? left : emptyArea;
}

export const mostGeoJsonBytes = 1_000_000;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function ringOf(value: unknown): Location[] | null {
  if (!Array.isArray(value)) return null;
  const points = value.map((one) =>
    Array.isArray(one) && typeof one[0] === 'number' && typeof one[1] === 'number'
      ? { lng: one[0], lat: one[1] }
      : null,
  );
  const known = points.filter((one) => one !== null);
  if (known.length < points.length) return null;
  const [first, last] = [known[0], known.at(-1)];
  // GeoJSON repeats the first point.
  return known.length > 1 && first?.lat === last?.lat && first?.lng === last?.lng ? known.slice(0, -1) : known;
}

function polygonOf(value: unknown): AreaPolygon | null {
  if (!Array.isArray(value)) return null;
  const rings = value.map(ringOf);
  const [outer, ...holes] = rings;
  if (!outer) return null;
  const whole = holes.filter((one) => one !== null);
  return whole.length === holes.length ? { outer, holes: whole } : null;
}

/** The polygons of a GeoJSON object, of any depth; null if one of them cannot be read. */
function polygonsOf(value: unknown): AreaPolygon[] | null {
  if (!isObject(value)) return null;
  const all = (parts: readonly (AreaPolygon[] | null)[]) => {
    const known = parts.filter((one) => one !== null);
    return known.length === parts.length ? known.flat() : null;
  };
  const { type } = value;
  if (type === 'FeatureCollection' && Array.isArray(value.features)) return all(value.features.map(polygonsOf));
  if (type === 'GeometryCollection' && Array.isArray(value.geometries)) return all(value.geometries.map(polygonsOf));
  if (type === 'Feature') return value.geometry === null ? [] : polygonsOf(value.geometry);
  if (type === 'Polygon') return all([polygonOf(value.coordinates)].map((one) => one && [one]));
  if (type === 'MultiPolygon' && Array.isArray(value.coordinates))
    return all(value.coordinates.map(polygonOf).map((one) => one && [one]));
  // Points and lines of a file are left out.
  return typeof type === 'string' && 'coordinates' in value ? [] : null;
}

/** The area of a GeoJSON text, or the key of the text that says why there is none. */
export function areaOfGeoJson(text: string): AreaDrawing | 'geoJson.unreadable' | 'geoJson.noPolygon' {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return 'geoJson.unreadable';
  }
  const polygons = polygonsOf(read);
  if (polygons === null) return 'geoJson.unreadable';
  return polygons.length === 0 ? 'geoJson.noPolygon' : polygons;
}
