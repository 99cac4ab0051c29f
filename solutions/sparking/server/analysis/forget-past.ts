import { sql } from 'kysely';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

/** Rows that are deleted in one transaction. */
const atOnce = 20_000;

/** What is older is deleted: bays can be compared with the year before, and groups with the last five years. */
const forgotten: readonly ((tx: Tx) => Promise<{ numAffectedRows?: bigint }>)[] = [
  // What lasts stays, whenever it began.
  (tx) =>
    sql`DELETE FROM sparking_interval WHERE ctid = ANY (ARRAY(
      SELECT t.ctid FROM sparking_interval t
       WHERE t.from_at < now() - interval '25 months' AND t.to_at < now() - interval '25 months' LIMIT ${atOnce}))`.execute(
      tx,
    ),
  (tx) =>
    sql`DELETE FROM sparking_quarter WHERE ctid = ANY (ARRAY(
      SELECT t.ctid FROM sparking_quarter t WHERE t.at < now() - interval '5 years' LIMIT ${atOnce}))`.execute(tx),
];

/** Deletes the intervals and quarters that are too old, some at a time. */
export async function forgetPast(kit: Kit): Promise<void> {
  for (const forget of forgotten)
    for (let gone = atOnce; gone === atOnce; )
      gone = await emittingAsSystem(kit, kit.db, async ({ tx }) => Number((await forget(tx)).numAffectedRows ?? 0));
}
