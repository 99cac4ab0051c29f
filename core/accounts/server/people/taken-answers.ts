import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { type Invalid, invalid, refuse } from '#platform/server/refuse.ts';
import { assertMailsLeft } from '../messages/recipients.ts';

/** A company that enters its own people comes across fewer addresses in use than this; more of them mean that it is probing. */
export const takenPerDay = 50;

/**
 * Counts the answers that disclose to a company that an address belongs to somebody else, and refuses with 429 beyond
 * the daily limit. It runs in a transaction of its own, so that the count stays if the request is refused or was a dry
 * run.
 */
export async function assertMayLearn(kit: Kit, companyId: number | null, taken: number): Promise<void> {
  if (companyId === null || taken === 0) return;
  const { count } = await inSystem(kit.signIn.db, async (tx) => {
    const counted = await sql<{ count: number }>`
      INSERT INTO told_taken AS t (company_id, told) VALUES (${companyId}, ${taken})
      ON CONFLICT (day, company_id) DO UPDATE SET told = least(t.told + excluded.told, 1000000) RETURNING told AS count`.execute(
      tx,
    );
    return counted.rows[0] ?? { count: 0 };
  });
  if (count > takenPerDay) throw refuse(429, 'too-many-taken', { count: takenPerDay });
}

export async function forgetTakenAnswers(kit: Kit): Promise<void> {
  await inSystem(kit.db, (tx) => sql`DELETE FROM told_taken WHERE day < current_date - 1`.execute(tx));
}

/**
 * The answer that an address belongs to somebody else, counted for the company that asks. An address that is free would
 * be mailed for that company, or for `companyId` if people of the platform ask.
 */
export async function takenAddress(
  tx: Tx,
  kit: Kit,
  asker: number | null,
  { companyId, param = 'email' }: { companyId: number | null; param?: string },
): Promise<Invalid> {
  const sender = asker ?? companyId;
  // A free address would be refused for the same reason.
  if (sender !== null) await assertMailsLeft(tx, sender);
  await assertMayLearn(kit, asker, 1);
  return invalid(param, 'emailTaken');
}
