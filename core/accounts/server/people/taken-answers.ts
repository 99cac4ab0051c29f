import { sql } from 'kysely';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';

/** A company that enters its people and devices meets some that are taken; who meets more looks for those of others. */
export const takenPerDay = 200;

/**
 * Counts what a company is told of addresses and serials that belong to somebody else, and tells nothing beyond a day's
 * measure. In a transaction of its own: the count stays when what was asked is refused or was only tried.
 */
export async function assertMayLearn(kit: Kit, companyId: number | null, taken: number): Promise<void> {
  if (companyId === null || taken === 0) return;
  const { told } = await inSystem(kit.signIn.db, async (tx) => {
    const counted = await sql<{ told: number }>`
      INSERT INTO told_taken AS t (company_id, told) VALUES (${companyId}, ${taken})
      ON CONFLICT (day, company_id) DO UPDATE SET told = least(t.told + excluded.told, 1000000) RETURNING told`.execute(
      tx,
    );
    return counted.rows[0] ?? { told: 0 };
  });
  if (told > takenPerDay) throw refuse(429, 'too-many-taken', { count: takenPerDay });
}

export async function forgetToldTaken(kit: Kit): Promise<void> {
  await inSystem(kit.db, (tx) => sql`DELETE FROM told_taken WHERE day < current_date - 1`.execute(tx));
}
