import { sql } from 'kysely';
import { changesOf } from '#core/accounts/server/api.ts';
import { cityInCountry, countryOfCity } from '#core/countries/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { type Area, area, type areaRoutes } from '../common/area.ts';
import { companyToChange, companyToRead } from './company-in-path.ts';
import { placesNamed } from './place-names.ts';
import { structuresSeen } from './structure-rows.ts';

async function readAreas(tx: Tx, actor: Actor, ids: readonly number[], locale: 'en' | 'ar'): Promise<Area[]> {
  const found = await sql<Area>`
    SELECT a.id, a.company_id, a.name, a.description, a.city_id, a.created_at,
      ${cityInCountry(locale)('a.city_id')} AS city,
      (SELECT count(*) FROM structure s WHERE s.area_id = a.id AND ${structuresSeen(actor, 's.id')}) AS structures
    FROM area a WHERE a.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows);
}

async function readArea(tx: Tx, actor: Actor, id: number, locale: 'en' | 'ar'): Promise<Area> {
  const [found] = await readAreas(tx, actor, [id], locale);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

async function assertCity(tx: Tx, cityId: number | null | undefined): Promise<void> {
  if (cityId && (await countryOfCity(tx, cityId)) === null) throw invalid('cityId', 'invalid');
}

export const areaHandlers: Handlers<typeof areaRoutes> = {
  list: async ({ tx, actor, params, list, locale }) => {
    const where = [sql`t.company_id = ${companyToRead(actor, params.companyId)}`];
    const { ids, totalRecords } = await findIds(tx, {
      table: 'area',
      spec: area.list,
      query: list,
      scope: actor.scope,
      company: null,
      where,
    });
    return { data: await readAreas(tx, actor, ids, locale), totalRecords };
  },
  history: async (context) => {
    const companyId = companyToRead(context.actor, context.params.companyId);
    const { id } = context.params;
    const [found] = await readAreas(context.tx, context.actor, [id], context.locale);
    if (found?.companyId !== companyId) throw refuse(404, 'not-found');
    return changesOf(context, { table: 'area', id, companyId, names: { cityId: placesNamed(context.locale).city } });
  },
  create: async ({ tx, actor, params, body, locale }) => {
    const companyId = companyToChange(actor, params.companyId);
    await assertCity(tx, body.cityId);
    const made = await tx
      .insertInto('area')
      .values({ cityId: null, ...body, companyId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readArea(tx, actor, made.id, locale);
  },
  update: async ({ tx, actor, params, body, locale }) => {
    const companyId = companyToChange(actor, params.companyId);
    await assertCity(tx, body.cityId);
    const changed = await tx
      .updateTable('area')
      .set({ companyId, ...body })
      .where('id', '=', params.id)
      .where('companyId', '=', companyId)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw refuse(404, 'not-found');
    return readArea(tx, actor, params.id, locale);
  },
  remove: async ({ tx, actor, params }) => {
    const companyId = companyToChange(actor, params.companyId);
    const gone = await tx
      .deleteFrom('area')
      .where('id', '=', params.id)
      .where('companyId', '=', companyId)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw refuse(404, 'not-found');
    return null;
  },
};
