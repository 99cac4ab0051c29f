import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

/** Retention of closed alarms with their timelines and notifications, the same as for readings. */
const alarmDays = 730;
/** The number of alarms per transaction, so that none holds its locks for long. */
const portion = 2000;

/** Deletes alarms that were closed longer ago than the retention. Open ones are kept, however old. */
export async function forgetOldAlarms(kit: Kit): Promise<void> {
  for (let deleted = portion; deleted === portion; ) {
    const result = await inSystem(kit.db, (tx) =>
      sql`DELETE FROM alarm WHERE id IN (
          SELECT id FROM alarm WHERE closed_at < now() - ${alarmDays} * interval '1 day' ORDER BY closed_at LIMIT ${portion})`.execute(
        tx,
      ),
    );
    deleted = Number(result.numAffectedRows ?? 0);
  }
}
