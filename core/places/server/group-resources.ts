import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';

/** Whether all of these are structures of the company. */
export async function areStructuresOf(tx: Tx, companyId: number, ids: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  const found = await tx
    .selectFrom('structure')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', sql<number>`ANY (${wanted}::integer[])`)
    .execute();
  return found.length === wanted.length;
}
