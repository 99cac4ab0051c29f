import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

/** The company in which the owner of an address works; null for an address of nobody. Runs as the role that sees all rows. */
export async function companyOfAddress(tx: Tx, email: string): Promise<number | null> {
  const found = await tx
    .selectFrom('users')
    .select('companyId')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('kind', '=', 'staff')
    .where('status', '=', 'active')
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return found?.companyId ?? null;
}
