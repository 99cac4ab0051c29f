import { sql } from 'kysely';
import { type Emitting, emit } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type AreaBox, type AreaPolygon, boxAround, type Point, ringsOf } from '../../common/area-geometry.ts';
import '../events.ts';
import { type Area, AreaIndex, squareMetresOf } from './area-index.ts';

/** The area of a record of an app. `kind`: what it is, in the words of the app. */
export type AreaOf = { companyId: number; kind: string; subjectId: number };
type Drawn = { polygons: readonly AreaPolygon[]; active: boolean };

/** SQL for the condition that locations may be in a box: of a row with the columns `lat` and `lng`. */
export const inBox = ([west, south, east, north]: AreaBox, row: string) => {
  const [lat, lng] = [sql.ref(`${row}.lat`), sql.ref(`${row}.lng`)];
  return sql`${lat} BETWEEN ${south}::float8 AND ${north}::float8
    AND (${lng} BETWEEN ${west}::float8 AND ${east}::float8 OR ${lng} + 360 BETWEEN ${west}::float8 AND ${east}::float8 OR ${lng} - 360 BETWEEN ${west}::float8 AND ${east}::float8)`;
};

/**
 * Draws the area of a record, whose app has checked it with `areaPolygons`, or takes it out of force. Who looks at the
 * areas of this kind learns by `area-shape.changed` where answers may be others now.
 */
export async function drawArea(context: Emitting, { companyId, kind, subjectId }: AreaOf, drawn: Drawn): Promise<void> {
  const { tx } = context;
  const { polygons, active } = drawn;
  const box = boxAround(polygons.map((one) => ringsOf(one).box));
  if (!box) throw new Error(`an area of ${kind} without polygons`);
  const [west, south, east, north] = box;
  const stored = JSON.stringify(polygons);
  const { rows } = await sql<{ box: AreaBox; active: boolean; same: boolean }>`
    SELECT ARRAY[west, south, east, north] AS box, active, polygons = ${stored}::jsonb AS same
      FROM area_shape WHERE kind = ${kind} AND subject_id = ${subjectId} FOR UPDATE`.execute(tx);
  const [before] = rows;
  if (before?.same && before.active === active) return;
  await sql`
    INSERT INTO area_shape (company_id, kind, subject_id, polygons, square_metres, active, west, south, east, north)
    VALUES (${companyId}, ${kind}, ${subjectId}, ${stored}::jsonb, ${squareMetresOf(polygons)}, ${active}, ${west}, ${south}, ${east}, ${north})
    ON CONFLICT (kind, subject_id) DO UPDATE SET polygons = excluded.polygons, square_metres = excluded.square_metres, active = excluded.active,
      west = excluded.west, south = excluded.south, east = excluded.east, north = excluded.north`.execute(tx);
  const changed = boxAround([...(active ? [box] : []), ...(before?.active ? [before.box] : [])]);
  if (changed) await emit(context, 'area-shape.changed', { kind, subjectId, box: changed });
}

/** The polygons of records, by their ids. */
export async function areasOf(
  tx: Tx,
  kind: string,
  subjectIds: readonly number[],
): Promise<Map<number, { polygons: AreaPolygon[]; squareMetres: number }>> {
  const { rows } = await sql<Area & { polygons: AreaPolygon[] }>`
    SELECT subject_id, polygons, square_metres FROM area_shape WHERE kind = ${kind} AND subject_id = ANY (${subjectIds}::integer[])`.execute(
    tx,
  );
  return new Map(rows.map(({ subjectId, ...area }) => [subjectId, area]));
}

/** The areas in force of a kind in a box. */
export async function areasIn(tx: Tx, kind: string, [west, south, east, north]: AreaBox): Promise<Area[]> {
  const { rows } = await sql<Area>`
    SELECT subject_id, polygons, square_metres FROM area_shape
     WHERE kind = ${kind} AND active AND south <= ${north}::float8 AND north >= ${south}::float8
       AND (west <= ${east}::float8 AND east >= ${west}::float8 OR west <= ${east}::float8 + 360 AND east >= ${west}::float8 + 360
         OR west <= ${east}::float8 - 360 AND east >= ${west}::float8 - 360)`.execute(tx);
  return rows;
}

/** The box around locations; null without any. */
export const boxOfPoints = (points: readonly Point[]): AreaBox | null => {
  const [first] = points;
  if (!first) return null;
  let [west, south, east, north] = [first.lng, first.lat, first.lng, first.lat];
  for (const { lat, lng } of points) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  // A location on the edge of an area may be a rounding error outside of its box.
  return [west - 1e-8, south - 1e-8, east + 1e-8, north + 1e-8];
};

/**
 * The records of a kind in whose areas the locations are, in the same order; null outside of all. Of several areas the
 * smallest counts, of equal ones that of the lowest id. A location on the edge is in the area. Runs as the role that sees
 * all rows.
 */
export async function smallestAreaOf(tx: Tx, kind: string, points: readonly Point[]): Promise<(number | null)[]> {
  const box = boxOfPoints(points);
  if (!box) return [];
  const index = new AreaIndex(await areasIn(tx, kind, box));
  return points.map((point) => index.smallest(point));
}
