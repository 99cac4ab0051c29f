import { sql } from 'kysely';
import { siteZone } from '#core/places/server/api.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { reconcileLocations } from './due-tallies.ts';

const atOnce = 200;

/** Plans the next nightly count of these locations, at their time of day and in their time zone. */
export async function planNightlyCounts(tx: Tx, locations: readonly number[]): Promise<void> {
  await sql`DELETE FROM sparking_nightly_count WHERE id = ANY (${locations}::integer[])`.execute(tx);
  await sql`
    INSERT INTO sparking_nightly_count (id, company_id, due_at)
    SELECT l.id, l.company_id, (n.day + l.quiet_at::time + CASE WHEN l.quiet_at::time > n.time THEN interval '0 days' ELSE interval '1 day' END) AT TIME ZONE n.zone
      FROM sparking_location l
     CROSS JOIN LATERAL (SELECT ${siteZone('l.id', 'l.company_id')} AS zone) z
     CROSS JOIN LATERAL (SELECT z.zone, (now() AT TIME ZONE z.zone)::date AS day, (now() AT TIME ZONE z.zone)::time AS time) n
     WHERE l.id = ANY (${locations}::integer[]) AND l.quiet_at IS NOT NULL ORDER BY l.id`.execute(tx);
}

/**
 * Compares the counts of groups with their bays at a time when nobody drives between the gate and a bay. A difference
 * at that time is drift, and is corrected at once.
 */
export const dueNightlyCounts = dueBatch<{ id: number }>(
  'nightly counts of car parks',
  { table: 'sparking_nightly_count', at: 'due_at' },
  atOnce,
  async (context, taken) => {
    const ids = taken.map(({ id }) => id);
    await reconcileLocations(context, ids, 'quiet-hour');
    await planNightlyCounts(context.tx, ids);
  },
);
