import { sql } from 'kysely';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';

/** Rows that are deleted in one transaction. */
const atOnce = 20_000;

/** What is older is deleted: two years and a month can be compared by bay, and five years by group. */
const kept = [
  { table: 'sparking_interval', at: sql`t.to_at`, found: sql`t.from_at`, age: sql`interval '25 months'` },
  { table: 'sparking_quarter', at: sql`t.at`, found: sql`t.at`, age: sql`interval '5 years'` },
] as const;

/** Deletes the intervals and quarters that are too old. What lasts stays, whenever it began. */
export async function forgetPast(kit: Kit): Promise<void> {
  for (const { table, at, found, age } of kept)
    for (let gone = atOnce; gone === atOnce; )
      gone = await emittingAsSystem(kit, kit.db, async ({ tx }) => {
        const { numAffectedRows = 0n } = await sql`
          DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
            SELECT t.ctid FROM ${sql.table(table)} t WHERE ${found} < now() - ${age} AND ${at} < now() - ${age} LIMIT ${atOnce}))`.execute(
          tx,
        );
        return Number(numAffectedRows);
      });
}
