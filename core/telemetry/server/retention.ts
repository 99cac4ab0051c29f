import { sql } from 'kysely';
import { devicesWithoutToken } from '#core/devices/server/api.ts';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';

/** How long readings stay without a token that shows them, and without one for as long. Source: decisions.md. */
const daysWithoutToken = 90;
const devicesAtOnce = 200;

/**
 * Deletes what devices measured more than 90 days ago that have had no active token for as long: whoever renews a
 * subscription within that time finds all of it. The primary key begins with the device.
 */
export async function forgetWithoutToken(kit: Kit): Promise<void> {
  for (let after = 0, full = true; full; ) {
    const ids = await inSystem(kit.db, async (tx) => {
      const some = await devicesWithoutToken(tx, { days: daysWithoutToken, after, limit: devicesAtOnce });
      // Whole hours of both: what is summed up is then what is there.
      const oldest = sql`date_trunc('hour', now() - ${daysWithoutToken} * interval '1 day', 'UTC')`;
      await sql`DELETE FROM reading WHERE device_id = ANY (${some}::integer[]) AND time < ${oldest}`.execute(tx);
      await sql`DELETE FROM reading_hour WHERE device_id = ANY (${some}::integer[]) AND hour < ${oldest}`.execute(tx);
      return some;
    });
    after = ids.at(-1) ?? after;
    full = ids.length === devicesAtOnce;
  }
}
