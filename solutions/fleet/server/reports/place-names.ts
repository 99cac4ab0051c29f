import { sql } from 'kysely';
import { metresBetween } from '#core/places/common/geofence.ts';
import { structurePlaces } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import { point } from '../../common/points/point.ts';
import { vehicle } from '../../common/vehicle/vehicle.ts';
import type { SectionReading } from './movements.ts';

type Place = { companyId: number; name: string; lat: number; lng: number; radius: number };
type At = { companyId: number; lat: number; lng: number };
export type PlaceNames = (at: At) => string;

/** A vehicle within this many metres of a site is there, as in its log. */
const atSiteMetres = 200;
/** Not less than the largest radius of a point, in degrees. */
const bandDegrees = 0.02;

/** The abilities by which `placeNames` names places. */
export const placeAbilities: readonly string[] = [vehicle, point].map(({ name }) => `${name}.read`);

/** What people call places: the nearest site or point of interest that the person may see, else the coordinates. */
export function namesOfPlaces(places: readonly Place[]): PlaceNames {
  const bandOf = (lat: number) => Math.floor(lat / bandDegrees);
  const bands = Map.groupBy(places, ({ companyId, lat }) => `${companyId} ${bandOf(lat)}`);
  return (at) => {
    const band = bandOf(at.lat);
    const near = [band - 1, band, band + 1].flatMap((one) => bands.get(`${at.companyId} ${one}`) ?? []);
    const [first] = near
      .map(({ name, radius, ...place }) => ({ name, radius, metres: metresBetween(place, at) }))
      .filter(({ radius, metres }) => metres <= radius)
      .sort((a, b) => a.metres - b.metres);
    return first?.name ?? `${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}`;
  };
}

/** One statement for any number of places. */
export async function placeNames({ tx, actor, may }: SectionReading): Promise<PlaceNames> {
  const sites = resourcesWith(actor.session, 'fleet', 'vehicle', 'read');
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Place>`
      SELECT t.company_id, t.name, t.lat, t.lng, ${atSiteMetres}::integer AS radius FROM ${sql.raw(structurePlaces)} t
       WHERE ${inCompanies(actor.scope, 'company_id')} AND (${sites}::integer[] IS NULL OR t.id = ANY (${sites}::integer[]))
      UNION ALL
      SELECT t.company_id, t.name, t.lat, t.lng, t.radius FROM fleet_point_of_interest t
       WHERE ${inCompanies(actor.scope, 'company_id')} AND ${may(point.can('read'))}::boolean`.execute(tx),
  );
  return namesOfPlaces(rows);
}
