import { lineString } from '@turf/helpers';
import { simplify } from '@turf/simplify';
import type { TrailPoint } from '../common/tracking.ts';

/** The width in pixels of a map that shows the whole trail. */
const mapPixels = 1024;

/**
 * The points of a trail without those that equal the previous one or are on the line between others (Douglas–Peucker),
 * by a pixel of a map that shows all of it, or more if that leaves over `limit` points. The points at `kept` times
 * stay.
 */
export function simplifyTrail(points: readonly TrailPoint[], limit: number, kept: ReadonlySet<number>): TrailPoint[] {
  if (points.length <= limit) return [...points];
  const lats = points.map(([, lat]) => lat);
  const lngs = points.map(([, , lng]) => lng);
  const wide = Math.max(spread(lngs), spread(lats));
  const parts = split(points, kept);
  for (let tolerance = wide / mapPixels || 1e-6; ; tolerance *= 2) {
    const simplified = parts.flatMap((part, at) => {
      const line = simplifyPart(part, tolerance);
      // A part begins with the point that ends the one before.
      return at === 0 ? line : line.slice(1);
    });
    if (simplified.length <= limit || simplified.length <= parts.length + 1) return simplified.slice(0, limit);
  }
}

// Spreading 100,000 numbers into Math.max overflows the stack.
const spread = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) -
  values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);

/** Parts between the kept points; each begins with the last point of the one before. */
function split(points: readonly TrailPoint[], kept: ReadonlySet<number>): TrailPoint[][] {
  const parts: TrailPoint[][] = [[]];
  for (const point of points) {
    parts.at(-1)?.push(point);
    if (kept.has(point[0])) parts.push([point]);
  }
  return parts.filter((part, at) => at === 0 || part.length > 1);
}

function simplifyPart(part: readonly TrailPoint[], tolerance: number): TrailPoint[] {
  if (part.length < 3) return [...part];
  // The third coordinate is carried along: it finds the time and speed again. Zero would be lost.
  const line = lineString(part.map(([, lat, lng], at) => [lng, lat, at + 1]));
  const { coordinates } = simplify(line, { tolerance, highQuality: false, mutate: true }).geometry;
  return coordinates.flatMap(([, , number = 0]) => {
    const point = part[number - 1];
    return point ? [point] : [];
  });
}
