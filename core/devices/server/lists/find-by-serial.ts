import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

/** The device of a company with one of these ids, else with this serial number; a removed one does not count. */
export async function findBySerial(
  tx: Tx,
  companyId: number,
  { ids, serial }: { ids: readonly number[]; serial: string },
): Promise<{ id: number; suspended: boolean } | null> {
  const found = await sql<{ id: number; suspended: boolean }>`
    SELECT id, suspended FROM device WHERE company_id = ${companyId} AND state <> 'removed' AND (id = ANY (${ids}::integer[]) OR serial = ${serial})
     ORDER BY id = ANY (${ids}::integer[]) DESC LIMIT 1`.execute(tx);
  return found.rows[0] ?? null;
}
