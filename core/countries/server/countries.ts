import { sql } from 'kysely';
import type { ListQuery } from '#platform/common/list.ts';
import { dateFormat } from '#platform/common/time/date-formats.ts';
import { systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { cityList, type countryRoutes } from '../common/country.ts';

const mostLabels = 500;

/** The gazetteer is public: it has no companies to separate, and no policy that slows down a search. */
async function findCities(tx: Tx, query: ListQuery, locale: 'en' | 'ar', where: ReturnType<typeof sql>[]) {
  const name = locale === 'ar' ? 'name_ar' : 'name_en';
  const { ids, totalRecords } = await findIds(tx, {
    table: 'city',
    spec: cityList,
    query,
    scope: systemScope,
    company: null,
    where,
    columns: { name: sql.ref(`t.${name}`) },
  });
  type City = {
    id: number;
    name: string;
    localizedName: string;
    country: string;
    location: { lat: number; lng: number };
  };
  const found = await sql<City>`
    SELECT t.id, t.name_en AS name, t.${sql.ref(name)} AS localized_name, c.${sql.ref(name)} AS country, jsonb_build_object('lat', t.lat, 'lng', t.lng) AS location
      FROM city t JOIN country c ON c.id = t.country_id WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  return { data: inOrder(ids, found.rows), totalRecords };
}

type Zone = { name: string; countryIds: number[]; offset: string };
// Clocks change on the quarter hour, and this call needs no session, so it may come at any rate.
const quarterHourMs = 15 * 60_000;
let zonesNow: { quarter: number; zones: Zone[] } | undefined;

export const countryHandlers: Handlers<typeof countryRoutes> = {
  all: async ({ tx, locale }) => {
    const found = await tx
      .selectFrom('country')
      .selectAll()
      .orderBy(locale === 'ar' ? 'nameAr' : 'nameEn')
      .execute();
    return found.map(({ id, code, nameEn, nameAr, timeZones }) => ({
      id,
      name: nameEn,
      localizedName: locale === 'ar' ? nameAr : nameEn,
      shortCode: code,
      timeZones,
      names: { en: nameEn, ar: nameAr },
    }));
  },
  cities: async ({ tx, params, list, locale }) => {
    const known = await tx.selectFrom('country').select('id').where('id', '=', params.id).executeTakeFirst();
    if (!known) throw refuse(404, 'not-found');
    return findCities(tx, list, locale, [sql`t.country_id = ${params.id}`]);
  },
  anyCity: ({ tx, list, locale }) => findCities(tx, list, locale, []),
  largestCities: async ({ tx, locale }) => {
    const found = await tx
      .selectFrom('city')
      .select([sql.ref<string>(locale === 'ar' ? 'name_ar' : 'name_en').as('name'), 'lat', 'lng'])
      .whereRef('nameAr', '<>', 'nameEn')
      .orderBy('population', 'desc')
      .limit(mostLabels)
      .execute();
    return found;
  },
  timeZones: async ({ tx }) => {
    const quarter = Math.floor(Date.now() / quarterHourMs);
    if (zonesNow?.quarter === quarter) return zonesNow.zones;
    const found = await sql<{ name: string; countryIds: number[] }>`
      SELECT zone AS name, array_agg(id ORDER BY id) AS country_ids FROM country, unnest(time_zones) AS zone GROUP BY zone ORDER BY zone`.execute(
      tx,
    );
    const zones = found.rows.map((row) => ({ ...row, offset: offsetOf(row.name) }));
    zonesNow = { quarter, zones };
    return zones;
  },
};

/** Such as `+04:00`, as of today. */
function offsetOf(zone: string): string {
  const parts = dateFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts();
  return parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00';
}
