import { sql } from 'kysely';
import type { CompanyType } from '#platform/common/company-kinds.ts';
import type { ListQuery, ListSpec } from '#platform/common/list.ts';
import type { Tx } from '#platform/server/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Actor, ListPage } from '#platform/server/serve.ts';

export type PersonName = { id: number; firstName: string; lastName: string; email: string };

const names = (tx: Tx) => tx.selectFrom('users').select(['id', 'firstName', 'lastName', 'email']);

/** The names of people; those outside of the transaction's companies are left out. */
export async function usersOf(tx: Tx, ids: readonly number[]): Promise<PersonName[]> {
  if (ids.length === 0) return [];
  return names(tx)
    .where('id', '=', sql<number>`ANY (${[...new Set(ids)]}::integer[])`)
    .execute();
}

/** People of one company that the caller may see, by the list protocol. */
export async function findUsers(
  tx: Tx,
  actor: Actor,
  companyId: number,
  query: ListQuery,
  spec: ListSpec,
): Promise<ListPage<PersonName>> {
  const where = [sql`t.company_id = ${companyId}`];
  const { ids, totalRecords } = await findIds(tx, { table: 'users', spec, query, scope: actor.scope, where });
  return { data: inOrder(ids, await usersOf(tx, ids)), totalRecords };
}

/** Refuses unless all of these are people of the company. */
export async function assertUsersOf(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const found = await names(tx)
    .where('companyId', '=', companyId)
    .where('id', '=', sql<number>`ANY (${wanted}::integer[])`)
    .execute();
  if (found.length < wanted.length) throw invalid('users', 'invalid');
}

export async function companyTypeOf(tx: Tx, companyId: number): Promise<CompanyType | null> {
  const found = await tx.selectFrom('company').select('type').where('id', '=', companyId).executeTakeFirst();
  return found?.type ?? null;
}
