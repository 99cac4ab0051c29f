import { sql } from 'kysely';
import { codeOfCountry, countryOfCity } from '#core/countries/server/api.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { records } from '#platform/server/records/records.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type Structure, structure, type structureRoutes } from '../../common/structure.ts';
import { outsideCountryCheck } from '../world.ts';
import { structureMeta } from './structure-meta.ts';
import { structureIds, structureSelection, visibleStructuresOnly } from './structure-rows.ts';

/** The number of points of a map. */
const maxPoints = 20_000;

const { read, ...crudHandlers } = records<Structure>(structure, {
  select: structureSelection,
  seen: (actor) => visibleStructuresOnly(actor, 't.id'),
  async check({ tx }, after, before) {
    await assertSurroundings(tx, after, before);
    return {};
  },
});

export const structureHandlers: Handlers<typeof structureRoutes> = {
  ...crudHandlers,
  search: async (context) => {
    const { ids, totalRecords } = await structureIds(context, readableCompany(context.actor, context.params.companyId));
    const rows = await context.tx
      .selectFrom('structure')
      .select(['id', 'name', 'address', 'parentId', 'lat', 'lng'])
      .where('id', '=', anyOf(ids))
      .execute();
    const structures = rows.map(({ lat, lng, ...row }) => ({
      ...row,
      location: lat === null || lng === null ? null : { lat, lng },
    }));
    return { data: inOrder(ids, structures), totalRecords };
  },
  points: async (context) => {
    const list = { ...context.list, skip: 0, limit: maxPoints };
    const { ids, totalRecords } = await structureIds(
      { ...context, list },
      readableCompany(context.actor, context.params.companyId),
    );
    const structures = await context.tx
      .selectFrom('structure')
      .select(['id', 'name', 'lat', 'lng'])
      .where('id', '=', anyOf(ids))
      .where('lat', 'is not', null)
      .$narrowType<{ lat: number; lng: number }>()
      .execute();
    return { data: inOrder(ids, structures), totalRecords };
  },
  meta: ({ tx, actor, params, locale }) => structureMeta(tx, actor, readableCompany(actor, params.companyId), locale),
  statistics: async (context) => {
    const active =
      context.query.active === 'true'
        ? [sql`EXISTS (SELECT FROM structure_solution n WHERE n.structure_id = t.id AND n.devices > 0)`]
        : [];
    const { ids, totalRecords } = await structureIds(
      context,
      readableCompany(context.actor, context.params.companyId),
      active,
    );
    const counts = await sql<{ id: number; name: string; solutions: { id: number; devices: number }[] }>`
      SELECT s.id, s.name, coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', n.solution_id, 'devices', n.devices) ORDER BY n.solution_id)
        FROM structure_solution n WHERE n.structure_id = s.id AND n.devices > 0), '[]') AS solutions
      FROM structure s WHERE s.id = ANY (${ids}::integer[])`.execute(context.tx);
    return { data: inOrder(ids, counts.rows), totalRecords };
  },
  inner: async (context) => {
    await read(context);
    return crudHandlers.list(context, [sql`t.parent_id = ${context.params.id}`]);
  },
};

/**
 * Checks that the city and location are in the country, the area belongs to the company, and the parent is not a
 * descendant.
 */
async function assertSurroundings(tx: Tx, after: Partial<Structure>, before: Structure | null): Promise<void> {
  const { companyId = 0, countryId, cityId, areaId, parentId, location } = after;
  const code = countryId ? await codeOfCountry(tx, countryId) : null;
  if (!code) throw invalid('countryId', 'invalid');
  const moved = before?.countryId !== countryId || JSON.stringify(before?.location) !== JSON.stringify(location);
  if (moved && location && (await outsideCountryCheck())(location, code)) throw invalid('location', 'invalidPlace');
  if (cityId && (await countryOfCity(tx, cityId)) !== countryId) throw invalid('cityId', 'invalid');
  if (
    areaId &&
    !(await tx
      .selectFrom('area')
      .select('id')
      .where('id', '=', areaId)
      .where('companyId', '=', companyId)
      .executeTakeFirst())
  )
    throw invalid('areaId', 'invalid');
  if (parentId) await assertParent(tx, companyId, parentId, before?.id);
}

async function assertParent(tx: Tx, companyId: number, parentId: number, id: number | undefined): Promise<void> {
  const ancestors = await sql<{ id: number; company_id: number }>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id FROM structure WHERE id = ${parentId} AND company_id = ${companyId}
      UNION SELECT s.id, s.parent_id FROM structure s JOIN above ON s.id = above.parent_id
    ) SELECT id FROM above`.execute(tx);
  if (ancestors.rows.length === 0) throw invalid('parentId', 'invalid');
  if (id !== undefined && ancestors.rows.some((row) => row.id === id)) throw refuse(409, 'structure-within-itself');
}
