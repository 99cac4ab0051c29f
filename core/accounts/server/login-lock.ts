import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';

/** Five failures within 15 minutes lock an address for 15 minutes. Source: decisions.md. */
const allowed = 5;
const minutes = sql`interval '15 minutes'`;

export async function isLocked(tx: Tx, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('loginFailure')
    .select('failures')
    .where('email', '=', email)
    .where('failures', '>=', allowed)
    .where('since', '>', sql<string>`now() - ${minutes}`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Counts one more; the last one allowed moves `since`, so that the lock lasts 15 minutes from it. */
export async function countFailure(tx: Tx, email: string): Promise<{ locked: boolean }> {
  const counted = await sql<{ failures: number }>`
    INSERT INTO login_failure AS f (email, failures, since) VALUES (${email}, 1, now())
    ON CONFLICT (email) DO UPDATE SET
      failures = CASE WHEN f.since > now() - ${minutes} THEN f.failures + 1 ELSE 1 END,
      since = CASE WHEN f.since > now() - ${minutes} AND f.failures + 1 < ${allowed} THEN f.since ELSE now() END
    RETURNING failures`.execute(tx);
  return { locked: (counted.rows[0]?.failures ?? 0) >= allowed };
}

export async function forgetFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('loginFailure').where('email', '=', email).execute();
}
