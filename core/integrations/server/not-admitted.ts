import { sql } from 'kysely';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { repeat } from '#platform/server/repeat.ts';

const everyMs = 2000;
const counts = new WeakMap<Kit, Map<number, number>>();

function countsOf(kit: Kit): Map<number, number> {
  const found = counts.get(kit) ?? new Map<number, number>();
  counts.set(kit, found);
  return found;
}

/**
 * Counts a message that came with a wrong secret or from a foreign address. Guessing keys must not cause database
 * writes.
 */
export function countNotAdmitted(kit: Kit, connectorId: number): void {
  const found = countsOf(kit);
  found.set(connectorId, (found.get(connectorId) ?? 0) + 1);
}

/** Stores the counts from time to time. */
export const startCounting = (kit: Kit): Stop =>
  repeat(kit, everyMs, 'counting refused senders failed', () => storeCounts(kit));

export async function storeCounts(kit: Kit): Promise<void> {
  const found = [...countsOf(kit)];
  if (found.length === 0) return;
  countsOf(kit).clear();
  await inSystem(kit.db, (tx) =>
    sql`UPDATE connector_state s
           SET not_admitted = n.count + CASE WHEN s.not_admitted_at > now() - interval '10 minutes' THEN s.not_admitted ELSE 0 END,
               not_admitted_since = CASE WHEN s.not_admitted_at > now() - interval '10 minutes' THEN s.not_admitted_since ELSE now() END,
               not_admitted_at = now()
          FROM (SELECT l.connector_id, c.count FROM connector_state l
                  JOIN unnest(${found.map(([id]) => id)}::integer[], ${found.map(([, count]) => count)}::integer[]) AS c (id, count) ON c.id = l.connector_id
                 ORDER BY 1 FOR NO KEY UPDATE OF l) n
         WHERE s.connector_id = n.connector_id`.execute(tx),
  );
}
