import { sql } from 'kysely';
import { cityInCountry, countryOfCity } from '#core/countries/server/api.ts';
import { records } from '#platform/server/records/records.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type Area, area, type areaRoutes } from '../common/area.ts';
import { visibleStructuresOnly } from './structures/structure-rows.ts';

const {
  read: _,
  get: __,
  ...crudHandlers
} = records<Area>(area, {
  select: ({ actor, locale }) => ({
    city: cityInCountry(locale)('t.city_id'),
    structures: sql`(SELECT count(*) FROM structure s WHERE s.area_id = t.id AND ${visibleStructuresOnly(actor, 's.id')})`,
  }),
  async check({ tx }, { cityId }) {
    if (cityId && (await countryOfCity(tx, cityId)) === null) throw invalid('cityId', 'invalid');
    return {};
  },
});

export const areaHandlers: Handlers<typeof areaRoutes> = crudHandlers;
