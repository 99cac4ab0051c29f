import { sql } from 'kysely';
import { readableCompany } from '#platform/server/http/company-access.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { records } from '#platform/server/records/records.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type Structure, structure, type structureRoutes } from '../../common/structure.ts';
import { structureMeta } from './structure-meta.ts';
import { structureIds } from './structure-rows.ts';
import { structureOptions } from './structure-writer.ts';

/** The number of points of a map. */
const maxPoints = 20_000;

const { read, ...crudHandlers } = records<Structure>(structure, structureOptions);

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
