import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

/** Whether all ids are structures of the company. */
export async function areStructuresOf(tx: Tx, companyId: number, ids: readonly number[]): Promise<boolean> {
  const uniqueIds = [...new Set(ids)];
  const structures = await tx
    .selectFrom('structure')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', sql<number>`ANY (${uniqueIds}::integer[])`)
    .execute();
  return structures.length === uniqueIds.length;
}
