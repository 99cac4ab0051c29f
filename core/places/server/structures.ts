import { sql } from 'kysely';
import { codeOfCountry, countryOfCity } from '#core/countries/server/api.ts';
import { readableCompany } from '#platform/server/company-access.ts';
import type { Tx } from '#platform/server/database.ts';
import { records } from '#platform/server/records.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { inOrder } from '#platform/server/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type Structure, structure, type structureRoutes } from '../common/structure.ts';
import { structureMeta } from './structure-meta.ts';
import { structureIds, structureSelection, structuresSeen } from './structure-rows.ts';
import { outsideCountryCheck } from './world.ts';

/** A map holds them all at once; more could not be told apart. */
const mostPoints = 20_000;

const { read, ...ordinary } = records<Structure>(structure, {
  select: structureSelection,
  seen: (actor) => structuresSeen(actor, 't.id'),
  async check({ tx }, after, before) {
    await assertAround(tx, after, before);
    return {};
  },
});

export const structureHandlers: Handlers<typeof structureRoutes> = {
  ...ordinary,
  search: async (context) => {
    const { ids, totalRecords } = await structureIds(context, readableCompany(context.actor, context.params.companyId));
    const rows = await context.tx
      .selectFrom('structure')
      .select(['id', 'name', 'address', 'parentId', 'lat', 'lng'])
      .where('id', '=', sql<number>`ANY (${ids}::integer[])`)
      .execute();
    const found = rows.map(({ lat, lng, ...row }) => ({
      ...row,
      location: lat === null || lng === null ? null : { lat, lng },
    }));
    return { data: inOrder(ids, found), totalRecords };
  },
  points: async (context) => {
    const list = { ...context.list, skip: 0, limit: mostPoints };
    const { ids, totalRecords } = await structureIds(
      { ...context, list },
      readableCompany(context.actor, context.params.companyId),
    );
    const found = await context.tx
      .selectFrom('structure')
      .select(['id', 'name', 'lat', 'lng'])
      .where('id', '=', sql<number>`ANY (${ids}::integer[])`)
      .where('lat', 'is not', null)
      .$narrowType<{ lat: number; lng: number }>()
      .execute();
    return { data: inOrder(ids, found), totalRecords };
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
    const counted = await sql<{ id: number; name: string; solutions: { id: number; devices: number }[] }>`
      SELECT s.id, s.name, coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', n.solution_id, 'devices', n.devices) ORDER BY n.solution_id)
        FROM structure_solution n WHERE n.structure_id = s.id AND n.devices > 0), '[]') AS solutions
      FROM structure s WHERE s.id = ANY (${ids}::integer[])`.execute(context.tx);
    return { data: inOrder(ids, counted.rows), totalRecords };
  },
  inner: async (context) => {
    await read(context);
    return ordinary.list(context, [sql`t.parent_id = ${context.params.id}`]);
  },
};

/** The city and the place lie in the country, the area belongs to the company, and no structure stands within itself. */
async function assertAround(tx: Tx, after: Partial<Structure>, before: Structure | null): Promise<void> {
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
  const above = await sql<{ id: number; company_id: number }>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id FROM structure WHERE id = ${parentId} AND company_id = ${companyId}
      UNION SELECT s.id, s.parent_id FROM structure s JOIN above ON s.id = above.parent_id
    ) SELECT id FROM above`.execute(tx);
  if (above.rows.length === 0) throw invalid('parentId', 'invalid');
  if (id !== undefined && above.rows.some((row) => row.id === id)) throw refuse(409, 'structure-within-itself');
}
