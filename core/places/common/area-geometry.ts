/** Degrees in WGS 84. */
export type Point = { lat: number; lng: number };
/** A ring is closed without repeating its first point. */
export type AreaPolygon = { outer: readonly Point[]; holes: readonly (readonly Point[])[] };
/** [west, south, east, north] in degrees; west and east may be beyond 180. */
export type AreaBox = readonly [west: number, south: number, east: number, north: number];

type Place = readonly [lng: number, lat: number];
type Ring = readonly Place[];
/** Rings whose longitudes do not jump at the 180th meridian. */
export type Rings = { box: AreaBox; rings: readonly Ring[] };

/** A location at most a tenth of a millimetre from an edge is on it. */
const edgeDegrees = 1e-9;
const near = (lng: number, to: number): number => to + ((((lng - to + 180) % 360) + 360) % 360) - 180;
const isWithin = ([west, south, east, north]: AreaBox, lng: number, lat: number, margin = edgeDegrees) =>
  lng >= west - margin && lng <= east + margin && lat >= south - margin && lat <= north + margin;

/** Each point follows the one before it on the shorter way around the earth. */
function unrolled(path: readonly Point[], start: number): Place[] {
  let last = start;
  return path.map(({ lat, lng }) => {
    last = Math.abs(lng - last) <= 180 ? lng : near(lng, last);
    return [last, lat];
  });
}

function boxOf(ring: Ring): AreaBox {
  let [west, south, east, north] = [Number.POSITIVE_INFINITY, 90, Number.NEGATIVE_INFINITY, -90];
  for (const [lng, lat] of ring) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return [west, south, east, north];
}

/** The smallest box around boxes; null without any. */
export const boxAround = (boxes: readonly AreaBox[]): AreaBox | null =>
  boxes.length === 0
    ? null
    : [
        Math.min(...boxes.map(([west]) => west)),
        Math.min(...boxes.map(([, south]) => south)),
        Math.max(...boxes.map(([, , east]) => east)),
        Math.max(...boxes.map(([, , , north]) => north)),
      ];

/** The rings of a polygon, the outer one first. */
export function ringsOf({ outer, holes }: AreaPolygon): Rings {
  const start = outer[0]?.lng ?? 0;
  const rings = [outer, ...holes].map((path) => unrolled(path, start));
  return { box: boxOf(rings[0] ?? []), rings };
}

/** Positive where `p` is to the left of the line from `a` to `b`. */
const side = (a: Place, b: Place, p: Place) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);

function isOnEdge(a: Place, b: Place, [lng, lat]: Place): boolean {
  const [minLng, maxLng] = a[0] < b[0] ? [a[0], b[0]] : [b[0], a[0]];
  const [minLat, maxLat] = a[1] < b[1] ? [a[1], b[1]] : [b[1], a[1]];
  if (lng < minLng - edgeDegrees || lng > maxLng + edgeDegrees) return false;
  if (lat < minLat - edgeDegrees || lat > maxLat + edgeDegrees) return false;
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return Math.abs(side(a, b, [lng, lat])) <= edgeDegrees * length;
}

/** Where a place is by the number of edges that a ray to the east crosses. */
function placeIn(ring: Ring, place: Place): 'inside' | 'edge' | 'outside' {
  const [lng, lat] = place;
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j] as Place, ring[i] as Place];
    if (Math.min(a[1], b[1]) - edgeDegrees > lat || Math.max(a[1], b[1]) + edgeDegrees < lat) continue;
    if (isOnEdge(a, b, place)) return 'edge';
    if (a[1] > lat !== b[1] > lat && lng < ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}

/** Whether a location is in a polygon. The edges belong to it, also those of its holes. */
export function contains({ box, rings }: Rings, { lat, lng }: Point): boolean {
  return [lng, lng + 360, lng - 360].some((turned) => {
    if (!isWithin(box, turned, lat)) return false;
    const [outer = [], ...holes] = rings;
    const at = placeIn(outer, [turned, lat]);
    return at === 'edge' || (at === 'inside' && holes.every((hole) => placeIn(hole, [turned, lat]) !== 'inside'));
  });
}

type Segment = { a: Place; b: Place; ring: number; n: number; of: number };

const overlaps = (p: number, q: number, r: number, s: number) =>
  Math.max(Math.min(p, q), Math.min(r, s)) <= Math.min(Math.max(p, q), Math.max(r, s));
const mayMeet = (one: Segment, two: Segment) =>
  overlaps(one.a[1], one.b[1], two.a[1], two.b[1]) && overlaps(one.a[0], one.b[0], two.a[0], two.b[0]);

/** Whether two lines cross. Lines of one ring must not even touch, except where one follows the other. */
function cross(one: Segment, two: Segment): boolean {
  const [first, second] = [side(one.a, one.b, two.a), side(one.a, one.b, two.b)];
  const [third, fourth] = [side(two.a, two.b, one.a), side(two.a, two.b, one.b)];
  if (Math.sign(first) * Math.sign(second) < 0 && Math.sign(third) * Math.sign(fourth) < 0) return true;
  if (one.ring !== two.ring) return false;
  const follows = (two.n - one.n + one.of) % one.of;
  if (follows === 1 || follows === one.of - 1) {
    const [before, after] = follows === 1 ? [one, two] : [two, one];
    // The line goes back on itself.
    const back =
      (before.b[0] - before.a[0]) * (after.b[0] - after.a[0]) + (before.b[1] - before.a[1]) * (after.b[1] - after.a[1]);
    return back < 0 && side(before.a, before.b, after.b) === 0;
  }
  return (
    isOnEdge(one.a, one.b, two.a) ||
    isOnEdge(one.a, one.b, two.b) ||
    isOnEdge(two.a, two.b, one.a) ||
    isOnEdge(two.a, two.b, one.b)
  );
}

/**
 * Whether lines of an area cross: those of one ring, or those of two rings. Also a hole outside of its polygon, and a
 * polygon within another one. Rings may touch each other.
 */
export function isSelfCrossing(polygons: readonly AreaPolygon[]): boolean {
  const all = polygons.map(ringsOf);
  const rings = all.flatMap((one) => one.rings);
  const segments = rings
    .flatMap((ring, at) =>
      ring.map((b, n): Segment => ({ a: ring.at(n - 1) as Place, b, ring: at, n, of: ring.length })),
    )
    .sort((one, two) => Math.min(one.a[0], one.b[0]) - Math.min(two.a[0], two.b[0]));
  for (const [at, one] of segments.entries()) {
    if (one.a[0] === one.b[0] && one.a[1] === one.b[1]) return true;
    const east = Math.max(one.a[0], one.b[0]);
    for (let next = at + 1; next < segments.length; next++) {
      const two = segments[next] as Segment;
      // The lines are in the order of their west ends.
      if (Math.min(two.a[0], two.b[0]) > east) break;
      if (mayMeet(one, two) && cross(one, two)) return true;
    }
  }
  const lies = (ring: Ring, within: Ring, where: 'inside' | 'outside') =>
    ring.some((place) => placeIn(within, place) === where);
  return all.some(
    ({ rings: [outer = [], ...holes] }, n) =>
      holes.some((hole) => lies(hole, outer, 'outside')) ||
      all.some((other, m) => m !== n && contained(other, { outer, holes }, lies)),
  );
}

/** Whether a polygon is within another one, and not in one of its holes. */
const contained = (
  { rings: [ring = []] }: Rings,
  { outer, holes }: { outer: Ring; holes: readonly Ring[] },
  lies: (ring: Ring, within: Ring, where: 'inside' | 'outside') => boolean,
): boolean => lies(ring, outer, 'inside') && holes.every((hole) => lies(ring, hole, 'outside'));
