import { sql } from 'kysely';
import { devicesWithoutToken } from '#core/devices/server/api.ts';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';

/** Positions older than this are deleted for devices without an active token for as long, like their readings. */
const daysWithoutToken = 90;
const devicesPerBatch = 200;

/** Deletes positions and segments older than 90 days of devices without an active token for as long. */
export async function deletePositionsWithoutToken(kit: Kit): Promise<void> {
  for (let after = 0, full = true; full; ) {
    const ids = await inSystem(kit.db, async (tx) => {
      const devices = await devicesWithoutToken(tx, { days: daysWithoutToken, after, limit: devicesPerBatch });
      const oldest = sql`now() - ${daysWithoutToken} * interval '1 day'`;
      const ofDevices = sql`device_id = ANY (${devices}::integer[])`;
      await sql`DELETE FROM device_position WHERE ${ofDevices} AND time < ${oldest}`.execute(tx);
      await sql`DELETE FROM track_segment WHERE ${ofDevices} AND ended_at < ${oldest}`.execute(tx);
      await sql`DELETE FROM fence_event WHERE ${ofDevices} AND time < ${oldest}`.execute(tx);
      return devices;
    });
    after = ids.at(-1) ?? after;
    full = ids.length === devicesPerBatch;
  }
}
