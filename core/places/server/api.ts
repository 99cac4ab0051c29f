import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import './events.ts';

export { addDemoAppGeofences, drawAppGeofence, redrawAppGeofence, removeAppGeofence } from './app-geofences.ts';
export { addDemoSites, demoSpaces, demoStructures } from './demo.ts';
export { addDemoGeofences } from './demo-geofences.ts';
export { findSpaces, spaceSuggestions } from './floors/find-spaces.ts';
export { floorWriter } from './floors/floor-writer.ts';
export { renameSpaces } from './floors/rename-spaces.ts';
export { addSpaces } from './floors/space-series.ts';
export { spaceWriter } from './floors/space-writer.ts';
export { isDrawnByPeople, listGeofences } from './geofences.ts';
export { holdsPlaces } from './held-places.ts';
export { mountedGeofenceHandlers, mountedSpaceHandlers, mountedStructureHandlers } from './mounted.ts';
export {
  floorAtLevel,
  floorNamed,
  placementExists,
  placementsExist,
  placeNameOf,
  spaceNamed,
  structureChoices,
  structureNamed,
  structuresNamed,
} from './place-names.ts';
export { type PlaceNames, placesByName } from './places-by-name.ts';
export { type Area, AreaIndex, squareMetresOf } from './shapes/area-index.ts';
export { type AreaOf, areasIn, areasOf, boxOfPoints, drawArea, inBox, smallestAreaOf } from './shapes/area-shapes.ts';
export { siteZone, zoneOfSite } from './site-zone.ts';
export {
  findStructures,
  hasStructure,
  locatedStructures,
  structureCount,
  structureIdsOf,
  structureSummaries,
} from './structures/find-structures.ts';
export { assertStructure, assertStructures, inVisibleStructure } from './structures/structure-rows.ts';
export { structureWriter } from './structures/structure-writer.ts';

export type DeviceCountChange = { companyId: number; structureId: number; solutionId: number; by: number };

/**
 * Changes the device counts of structures by solution (`by` is negative for removals), within the transaction that moves
 * the devices. The structure statistics are read from these counts.
 */
export async function countDevices(tx: Tx, changes: readonly DeviceCountChange[]): Promise<void> {
  if (changes.length === 0) return;
  const summedChanges = sql`
    SELECT company_id, structure_id, solution_id, sum(by)::integer AS by
      FROM unnest(${changes.map((change) => change.companyId)}::integer[], ${changes.map((change) => change.structureId)}::integer[],
                  ${changes.map((change) => change.solutionId)}::integer[], ${changes.map((change) => change.by)}::integer[]) AS c (company_id, structure_id, solution_id, by)
     GROUP BY 1, 2, 3 ORDER BY 2, 3`;
  await sql`INSERT INTO structure_solution (company_id, structure_id, solution_id, devices)
    SELECT company_id, structure_id, solution_id, 0 FROM (${summedChanges}) c ON CONFLICT DO NOTHING`.execute(tx);
  // Locked in this order, as everywhere, so that two transactions cannot deadlock.
  await sql`WITH locked AS MATERIALIZED (
      SELECT n.structure_id, n.solution_id, c.by FROM structure_solution n JOIN (${summedChanges}) c USING (structure_id, solution_id)
       ORDER BY 1, 2 FOR UPDATE OF n)
    UPDATE structure_solution n SET devices = greatest(n.devices + l.by, 0) FROM locked l
     WHERE n.structure_id = l.structure_id AND n.solution_id = l.solution_id`.execute(tx);
}

/**
 * Subqueries for prepared statements of other slices, as the role that sees all rows: id, company_id, name, shape, speed_limit
 * (km/h), and app_id, whose record has the geofence; null if people have drawn it.
 */
export const geofenceShapes = '(SELECT id, company_id, name, shape, speed_limit, app_id FROM geofence)';
/** id, company_id, name, country_id, lat, lng: the structures that have a place on the map. */
export const structurePlaces =
  '(SELECT id, company_id, name, country_id, lat, lng FROM structure WHERE lat IS NOT NULL)';
/** id, city_id: where structures are; null if nobody has said it. */
export const structureCities = '(SELECT id, city_id FROM structure)';
/** id, outline: the spaces that are drawn on the map, with their corners as `[{lat, lng}, …]`. */
export const spaceOutlines = '(SELECT id, outline FROM space WHERE outline IS NOT NULL)';
/** company_id, version: how often the geofences of the company have changed. */
export const geofenceVersions = '(SELECT company_id, version FROM geofence_version)';
/** kind, subject_id, square_metres, lat, lng: the areas that apps have drawn for their records, and the middle of the box around each. */
export const areaSizes =
  '(SELECT kind, subject_id, square_metres, (south + north) / 2 AS lat, (west + east) / 2 AS lng FROM area_shape)';
