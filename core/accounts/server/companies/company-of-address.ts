import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

/** The company in which the owner of an address works; null for an address of nobody. Runs as the role that sees all rows. */
export async function companyOfAddress(tx: Tx, email: string): Promise<number | null> {
  const { rows } = await sql<{ companyId: number | null }>`
    SELECT company_id FROM users WHERE lower(email) = ${email.toLowerCase()} AND kind = 'staff' AND status = 'active' AND removed_at IS NULL`.execute(
    tx,
  );
  return rows[0]?.companyId ?? null;
}
