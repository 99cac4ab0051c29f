import { sql } from 'kysely';
import type { Scope, Tx } from '#platform/server/postgres/database.ts';
import { type FindOptions, findIds, type IdPage } from '#platform/server/records/rows.ts';

/** A page of the devices that a company has in its inventory. */
export const findInInventory = (
  tx: Tx,
  scope: Scope,
  companyId: number,
  options: Pick<FindOptions, 'spec' | 'query'>,
): Promise<IdPage> =>
  findIds(tx, {
    ...options,
    table: 'device',
    scope,
    where: [sql`t.company_id = ${companyId} AND t.state = 'inventory'`],
  });
