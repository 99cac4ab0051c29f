import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';

/** Whether all ids are structures of the company. */
export async function areStructuresOf(tx: Tx, companyId: number, ids: readonly number[]): Promise<boolean> {
  const uniqueIds = [...new Set(ids)];
  const structures = await tx
    .selectFrom('structure')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', anyOf(uniqueIds))
    .execute();
  return structures.length === uniqueIds.length;
}
