import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { area, type areaRoutes } from '../common/area.ts';
import { companyToChange, companyToRead } from './company-in-path.ts';

const columns = ['id', 'companyId', 'name', 'description', 'cityId', 'createdAt'] as const;

async function assertCity(tx: Tx, cityId: number | null | undefined): Promise<void> {
  if (cityId && !(await tx.selectFrom('city').select('id').where('id', '=', cityId).executeTakeFirst()))
    throw invalid('cityId', 'invalid');
}

export const areaHandlers: Handlers<typeof areaRoutes> = {
  list: async ({ tx, actor, params, list }) => {
    const where = [sql`t.company_id = ${companyToRead(actor, params.companyId)}`];
    const { ids, totalRecords } = await findIds(tx, {
      table: 'area',
      spec: area.list,
      query: list,
      scope: actor.scope,
      company: null,
      where,
    });
    const found = await tx
      .selectFrom('area')
      .select(columns)
      .where('id', '=', sql<number>`ANY (${ids}::integer[])`)
      .execute();
    return { data: inOrder(ids, found), totalRecords };
  },
  create: async ({ tx, actor, params, body }) => {
    const companyId = companyToChange(actor, params.companyId);
    await assertCity(tx, body.cityId);
    return tx
      .insertInto('area')
      .values({ cityId: null, ...body, companyId })
      .returning(columns)
      .executeTakeFirstOrThrow();
  },
  update: async ({ tx, actor, params, body }) => {
    const companyId = companyToChange(actor, params.companyId);
    await assertCity(tx, body.cityId);
    const changed = await tx
      .updateTable('area')
      .set({ companyId, ...body })
      .where('id', '=', params.id)
      .where('companyId', '=', companyId)
      .returning(columns)
      .executeTakeFirst();
    if (!changed) throw refuse(404, 'not-found');
    return changed;
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
