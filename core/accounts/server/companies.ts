import { sql } from 'kysely';
import { asAll, type Tx } from '#platform/server/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { company, type companyRoutes } from '../common/company.ts';
import { user } from '../common/user.ts';

/**
 * The companies that a person may see whichever customer is selected: the switcher must offer the others as well.
 * Null is every company.
 */
export function companiesSeenBy({ session: { user: who } }: Actor, id: ReturnType<typeof sql>) {
  if (who.adminType !== null) return null;
  return sql`(${id} = ${who.companyId} OR ${id} IN (SELECT client_id FROM company_client WHERE provider_id = ${who.companyId}))`;
}

async function assertSeen(tx: Tx, actor: Actor, id: number) {
  const seen = companiesSeenBy(actor, sql.ref('c.id')) ?? sql`true`;
  const found = await asAll(tx, actor.scope, () =>
    sql`SELECT FROM company c WHERE c.id = ${id} AND ${seen}`.execute(tx),
  );
  if (found.rows.length === 0) throw refuse(404, 'not-found');
}

export const companyHandlers: Handlers<typeof companyRoutes> = {
  list: async ({ tx, list, actor }) => {
    const seen = companiesSeenBy(actor, sql.ref('t.id'));
    const { ids, totalRecords } = await findIds(tx, {
      table: 'company',
      spec: company.list,
      query: list,
      scope: actor.scope,
      company: null,
      where: seen ? [seen] : [],
    });
    const found = await asAll(tx, actor.scope, () =>
      tx
        .selectFrom('company')
        .select(['id', 'name', 'type', 'status', 'email', 'createdAt'])
        .where('id', '=', sql<number>`ANY (${ids}::integer[])`)
        .execute(),
    );
    return { data: inOrder(ids, found), totalRecords };
  },
  get: async ({ tx, params, actor }) => {
    await assertSeen(tx, actor, params.id);
    return asAll(tx, actor.scope, () =>
      tx.selectFrom('company').selectAll().where('id', '=', params.id).executeTakeFirstOrThrow(),
    );
  },
  users: async ({ tx, params, list, actor }) => {
    await assertSeen(tx, actor, params.id);
    const { ids, totalRecords } = await findIds(tx, {
      table: 'users',
      spec: user.list,
      query: list,
      scope: actor.scope,
      company: null,
      where: [sql`t.company_id = ${params.id}`],
    });
    const found = await asAll(tx, actor.scope, () =>
      tx
        .selectFrom('users')
        .select(['id', 'email', 'firstName', 'lastName', 'phone', 'locale', 'role', 'status', 'createdAt'])
        .where('id', '=', sql<number>`ANY (${ids}::integer[])`)
        .execute(),
    );
    return {
      data: inOrder(
        ids,
        found.map((row) => ({ ...row, companyId: params.id })),
      ),
      totalRecords,
    };
  },
};
