import type { Location } from '#platform/web/ui/map/location.ts';
import type { Handle } from '#platform/web/ui/map/WorldMap.tsx';
import { metresBetween, type Shape } from '../../common/geofence.ts';

export type Kind = Shape['kind'];
export const shapeKinds: readonly Kind[] = ['circle', 'polygon', 'rectangle', 'corridor'];

/** A drawing, which can be unfinished. */
export type FenceDrawing = {
  kind: Kind;
  /** Circle: its centre. Polygon: its corners. Rectangle: two opposite corners. Corridor: its line. */
  points: readonly Location[];
  /** The radius of a circle in metres. */
  radius: number | null;
  /** The width of a corridor in metres. */
  width: number | null;
};

const defaultWidth = 100;

export const emptyDrawing = (kind: Kind): FenceDrawing => ({
  kind,
  points: [],
  radius: null,
  width: kind === 'corridor' ? defaultWidth : null,
});

/** A point with missing coordinates. */
const nowhere: Location = { lat: Number.NaN, lng: Number.NaN };

/** Whether the coordinates are valid. Invalid ones are not drawn. */
const isPlace = ({ lat, lng }: Location) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** Sets a typed coordinate, also an invalid one, which the validation of the shape reports. Null clears it. */
export function withTyped(drawing: FenceDrawing, index: number, part: 'lat' | 'lng', to: number | null): FenceDrawing {
  const points = Array.from(
    { length: Math.max(drawing.points.length, index + 1) },
    (_, i) => drawing.points[i] ?? nowhere,
  );
  return { ...drawing, points: points.map((one, i) => (i === index ? { ...one, [part]: to ?? Number.NaN } : one)) };
}

export function drawingOf(shape: Shape): FenceDrawing {
  const empty = emptyDrawing(shape.kind);
  if (shape.kind === 'circle') return { ...empty, points: [shape.center], radius: shape.radius };
  if (shape.kind === 'polygon') return { ...empty, points: shape.path };
  if (shape.kind === 'corridor') return { ...empty, points: shape.path, width: shape.width };
  const { north, south, east, west } = shape.bounds;
  const corners = [
    { lat: north, lng: west },
    { lat: south, lng: east },
  ];
  return { ...empty, points: corners };
}

/** The shape of a drawing; null while it is unfinished. The form validates it. */
export function shapeOf({ kind, points, radius, width }: FenceDrawing): Shape | null {
  const [first, second] = points;
  if (kind === 'circle') return first && radius !== null ? { kind, center: first, radius } : null;
  if (kind === 'polygon') return points.length >= 3 ? { kind, path: [...points] } : null;
  if (kind === 'corridor') return points.length >= 2 && width !== null ? { kind, path: [...points], width } : null;
  if (!first || !second) return null;
  // A first point in the north-west stays there, so that a shape can cross the 180th meridian.
  const bounds = { north: first.lat, south: second.lat, west: first.lng, east: second.lng };
  return { kind, bounds };
}

/** Two opposite corners as north-west and south-east. */
function ordered(a: Location, b: Location): Location[] {
  return [
    { lat: Math.max(a.lat, b.lat), lng: Math.min(a.lng, b.lng) },
    { lat: Math.min(a.lat, b.lat), lng: Math.max(a.lng, b.lng) },
  ];
}

const wholeMetres = (metres: number) => Math.max(1, Math.round(metres));

/** The drawing after a click: the centre or edge of a circle, or the next corner. */
export function withClick(drawing: FenceDrawing, at: Location): FenceDrawing {
  const { kind, points, radius } = drawing;
  const [first] = points;
  if (kind === 'polygon' || kind === 'corridor') return { ...drawing, points: [...points, at] };
  if (!first || !isPlace(first)) return { ...drawing, points: [at] };
  if (kind === 'circle')
    return radius === null
      ? { ...drawing, radius: wholeMetres(metresBetween(first, at)) }
      : { ...drawing, points: [at] };
  return points.length === 1 || !points.every(isPlace)
    ? { ...drawing, points: ordered(first, at) }
    : { ...drawing, points: [at] };
}

/** The drawing after dragging a handle. The edge of a circle sets its radius, its centre moves it. */
export function withDrag(drawing: FenceDrawing, handle: string, to: Location): FenceDrawing {
  const [first] = drawing.points;
  if (handle === 'edge') return first ? { ...drawing, radius: wholeMetres(metresBetween(first, to)) } : drawing;
  const index = Number(handle);
  return { ...drawing, points: drawing.points.map((one, i) => (i === index ? to : one)) };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
const earthMetres = 6_371_008.8;
const circleSides = 96;

/** The location at a distance in metres and a bearing in degrees from north. */
export function placeAt({ lat, lng }: Location, metres: number, bearing: number): Location {
  const arc = metres / earthMetres;
  const [a, b] = [radians(lat), radians(bearing)];
  const to = Math.asin(Math.sin(a) * Math.cos(arc) + Math.cos(a) * Math.sin(arc) * Math.cos(b));
  const turn = Math.atan2(Math.sin(b) * Math.sin(arc) * Math.cos(a), Math.cos(arc) - Math.sin(a) * Math.sin(to));
  return { lat: degrees(to), lng: lng + degrees(turn) };
}

/** The bearing in degrees from one location to another. */
function bearingOf(from: Location, to: Location): number {
  const [a, b, turn] = [radians(from.lat), radians(to.lat), radians(to.lng - from.lng)];
  const east = Math.sin(turn) * Math.cos(b);
  return degrees(Math.atan2(east, Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn)));
}

/** Both sides of a line, half the width away from it. */
function corridorOutline(points: readonly Location[], width: number): Location[] {
  if (points.length < 2) return [];
  const bearings = points.slice(1).map((to, i) => bearingOf(points[i] as Location, to));
  const side = (turn: 90 | -90) =>
    points.map((at, i) => {
      const before = bearings[i - 1] ?? (bearings[i] as number);
      const bend = (((((bearings[i] ?? before) - before + 180) % 360) + 360) % 360) - 180;
      // At a bend both sides keep their distance from the line, up to three times of it.
      const away = width / 2 / Math.max(1 / 3, Math.cos(radians(bend / 2)));
      return placeAt(at, away, before + bend / 2 + turn);
    });
  return [...side(90), ...side(-90).reverse()];
}

/** The points of the outline. */
export function outlineOf({ kind, points, radius, width }: FenceDrawing): Location[] {
  const [first, second] = points;
  if (!first || !points.every(isPlace)) return [];
  if (kind === 'circle')
    return radius === null
      ? []
      : Array.from({ length: circleSides }, (_, i) => placeAt(first, radius, (i * 360) / circleSides));
  if (kind === 'polygon') return [...points];
  if (kind === 'corridor') return width === null ? [] : corridorOutline(points, width);
  if (!second) return [];
  const east = second.lng < first.lng ? second.lng + 360 : second.lng;
  return [first, { lat: first.lat, lng: east }, { lat: second.lat, lng: east }, { lat: second.lat, lng: first.lng }];
}

/** The draggable points. */
export function handlesOf(drawing: FenceDrawing, label: (number: number) => string): Handle[] {
  const { kind, points, radius } = drawing;
  const corners = points.map((one, i) => ({ ...one, id: String(i), label: label(i + 1) })).filter(isPlace);
  const [center] = points;
  if (kind !== 'circle' || !center || !isPlace(center) || radius === null) return corners;
  return [...corners, { ...placeAt(center, radius, 90), id: 'edge', label: label(2) }];
}
