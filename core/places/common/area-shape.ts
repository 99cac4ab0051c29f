import { z } from 'zod';
import { location } from '#platform/common/validation/validation.ts';
import { isSelfCrossing } from './area-geometry.ts';

export const mostPolygons = 20;
export const mostPoints = 2000;

const ring = z
  .array(location())
  .min(3, { error: 'threePoints', abort: true })
  .max(mostPoints, { error: 'tooManyPoints', abort: true });
const polygon = z.object({ outer: ring, holes: z.array(ring).max(100, 'tooLong') });

/** How many points an area has in all. */
export const pointsOf = (polygons: readonly { outer: readonly unknown[]; holes: readonly (readonly unknown[])[] }[]) =>
  polygons.reduce(
    (sum, { outer, holes }) => sum + outer.length + holes.reduce((all, { length }) => all + length, 0),
    0,
  );

/** An area on the map: polygons with holes that do not cross each other, degrees in WGS 84. */
export const areaPolygons = z
  .array(polygon)
  .min(1, { error: 'notDrawn', abort: true })
  .max(mostPolygons, { error: 'tooManyPolygons', abort: true })
  .refine((polygons) => pointsOf(polygons) <= mostPoints, { error: 'tooManyPoints', abort: true })
  .refine((polygons) => !isSelfCrossing(polygons), 'selfCrossing');
