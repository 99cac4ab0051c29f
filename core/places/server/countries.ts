import { sql } from 'kysely';
import { systemScope } from '#platform/server/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { cityList, type countryRoutes } from '../common/country.ts';

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
    }));
  },
  cities: async ({ tx, params, list, locale }) => {
    const known = await tx.selectFrom('country').select('id').where('id', '=', params.id).executeTakeFirst();
    if (!known) throw refuse(404, 'not-found');
    // The gazetteer is everybody's: there is no company to keep apart, and no policy that hinders a search.
    const { ids, totalRecords } = await findIds(tx, {
      table: 'city',
      spec: cityList,
      query: list,
      scope: systemScope,
      company: null,
      where: [sql`t.country_id = ${params.id}`],
      columns: { name: sql.ref(locale === 'ar' ? 't.name_ar' : 't.name_en') },
    });
    const found = await tx
      .selectFrom('city')
      .select(['id', 'nameEn', 'nameAr', 'lat', 'lng'])
      .where('id', '=', sql<number>`ANY (${ids}::integer[])`)
      .execute();
    const shown = found.map(({ id, nameEn, nameAr, lat, lng }) => ({
      id,
      name: nameEn,
      localizedName: locale === 'ar' ? nameAr : nameEn,
      location: { lat, lng },
    }));
    return { data: inOrder(ids, shown), totalRecords };
  },
  timeZones: async ({ tx }) => {
    const found = await sql<{ name: string; countryIds: number[] }>`
      SELECT zone AS name, array_agg(id ORDER BY id) AS country_ids FROM country, unnest(time_zones) AS zone GROUP BY zone ORDER BY zone`.execute(
      tx,
    );
    return found.rows.map((row) => ({ ...row, offset: offsetOf(row.name) }));
  },
};

/** `+04:00` as it stands today. */
function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts();
  return parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00';
}
