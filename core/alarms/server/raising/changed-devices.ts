import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

/** The devices whose alarms have changed since an event, and the newest event now. Without an event only that. */
export async function devicesWithChangedAlarms(
  kit: Kit,
  since: number | null,
): Promise<{ devices: number[]; newest: number }> {
  return inSystem(kit.telemetry.db, async (tx) => {
    const newest = await sql<{ id: number }>`SELECT coalesce(max(id), 0) AS id FROM alarm_event`.execute(tx);
    const changed =
      since === null
        ? { rows: [] }
        : await sql<{ id: number }>`
            SELECT DISTINCT a.device_id AS id FROM alarm_event e JOIN alarm a ON a.id = e.alarm_id
             WHERE e.id > ${since} AND a.device_id IS NOT NULL`.execute(tx);
    return { devices: changed.rows.map(({ id }) => id), newest: newest.rows[0]?.id ?? 0 };
  });
}
