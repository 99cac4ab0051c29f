import { sql } from 'kysely';
import { changesOf } from '#core/accounts/server/api.ts';
import { codeOfCountry, countryOfCity } from '#core/countries/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { inOrder } from '#platform/server/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { StructureBody, structureRoutes } from '../common/structure.ts';
import { companyToChange, companyToRead } from './company-in-path.ts';
import { floorNamed, placesNamed } from './place-names.ts';
import { structureMeta } from './structure-meta.ts';
import { assertStructure, readStructure, readStructures, structureIds } from './structure-rows.ts';
import { elsewhereJudge } from './world.ts';

/** A map holds them all at once; more could not be told apart. */
const mostPoints = 20_000;

export const structureHandlers: Handlers<typeof structureRoutes> = {
  list: async (context) => {
    const { ids, totalRecords } = await structureIds(context, companyToRead(context.actor, context.params.companyId));
    return { data: await readStructures(context, ids), totalRecords };
  },
  search: async (context) => {
    const { ids, totalRecords } = await structureIds(context, companyToRead(context.actor, context.params.companyId));
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
      companyToRead(context.actor, context.params.companyId),
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
  meta: ({ tx, actor, params, locale }) => structureMeta(tx, actor, companyToRead(actor, params.companyId), locale),
  statistics: async (context) => {
    const active =
      context.query.active === 'true'
        ? [sql`EXISTS (SELECT FROM structure_solution n WHERE n.structure_id = t.id AND n.devices > 0)`]
        : [];
    const { ids, totalRecords } = await structureIds(
      context,
      companyToRead(context.actor, context.params.companyId),
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
    const { tx, actor, params } = context;
    const companyId = companyToRead(actor, params.companyId);
    await assertStructure(tx, actor, companyId, params.id);
    const { ids, totalRecords } = await structureIds(context, companyId, [sql`t.parent_id = ${params.id}`]);
    return { data: await readStructures(context, ids), totalRecords };
  },
  get: async (context) => {
    const { tx, actor, params } = context;
    await assertStructure(tx, actor, companyToRead(actor, params.companyId), params.id);
    return readStructure(context, params.id);
  },
  history: async (context) => {
    const { id } = context.params;
    const companyId = companyToRead(context.actor, context.params.companyId);
    await assertStructure(context.tx, context.actor, companyId, id);
    const named = placesNamed(context.locale);
    const { area, structure, country, city } = named;
    const names = { areaId: area, parentId: structure, countryId: country, cityId: city, floorId: floorNamed };
    const parts = ['floor', 'space'];
    return changesOf(context, { table: 'structure', parts, partOf: 'structureId', id, companyId, names });
  },
  create: async (context) => {
    const { tx, actor, params, body } = context;
    const companyId = companyToChange(actor, params.companyId);
    await assertAround(tx, companyId, body);
    const { location, ...fields } = body;
    const made = await tx
      .insertInto('structure')
      .values({
        cityId: null,
        areaId: null,
        parentId: null,
        ...fields,
        lat: location?.lat ?? null,
        lng: location?.lng ?? null,
        companyId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readStructure(context, made.id);
  },
  update: async (context) => {
    const { tx, actor, params, body } = context;
    const companyId = companyToChange(actor, params.companyId);
    await assertStructure(tx, actor, companyId, params.id);
    await assertAround(tx, companyId, body, params.id);
    const { location, ...fields } = body;
    const place = location === undefined ? {} : { lat: location?.lat ?? null, lng: location?.lng ?? null };
    const changes = { ...fields, ...place };
    if (Object.keys(changes).length > 0)
      await tx.updateTable('structure').set(changes).where('id', '=', params.id).execute();
    return readStructure(context, params.id);
  },
  remove: async ({ tx, actor, params }) => {
    const companyId = companyToChange(actor, params.companyId);
    await assertStructure(tx, actor, companyId, params.id);
    await tx.deleteFrom('structure').where('id', '=', params.id).execute();
    return null;
  },
};

/** The city and the place lie in the country, the area belongs to the company, and no structure stands within itself. */
async function assertAround(tx: Tx, companyId: number, body: Partial<StructureBody>, id?: number): Promise<void> {
  const { cityId, areaId, parentId } = body;
  const columns = ['countryId', 'lat', 'lng'] as const;
  const before = id && (await tx.selectFrom('structure').select(columns).where('id', '=', id).executeTakeFirst());
  const countryId = body.countryId ?? (before ? before.countryId : undefined);
  const code = countryId ? await codeOfCountry(tx, countryId) : null;
  if (!code) throw invalid('countryId', 'invalid');
  if (body.countryId || body.location) {
    const { lat = null, lng = null } = body.location === undefined && before ? before : (body.location ?? {});
    if (lat !== null && lng !== null && (await elsewhereJudge())({ lat, lng }, code))
      throw invalid('location', 'invalidPlace');
  }
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
  if (parentId) await assertParent(tx, companyId, parentId, id);
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
