import { sql } from 'kysely';
import { devicesWithoutToken } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { anyOf, sqlAgo } from '#platform/server/postgres/values.ts';

/** Readings older than this are deleted for devices that have had no active token for as long. */
const daysWithoutToken = 90;
const devicesPerBatch = 200;

/**
 * Deletes readings and events older than 90 days of devices that have had no active token for as long. A token that is
 * renewed within that time shows all readings. The primary key begins with the device.
 */
export async function deleteReadingsWithoutToken(kit: Kit): Promise<void> {
  for (let after = 0, full = true; full; ) {
    const ids = await inSystem(kit.db, async (tx) => {
      const deviceIds = await devicesWithoutToken(tx, { days: daysWithoutToken, after, limit: devicesPerBatch });
      // Whole hours, so that rolled-up hours match the remaining readings.
      const oldest = sql<string>`date_trunc('hour', ${sqlAgo(daysWithoutToken, 'day')}, 'UTC')`;
      await tx.deleteFrom('reading').where('deviceId', '=', anyOf(deviceIds)).where('time', '<', oldest).execute();
      await tx.deleteFrom('deviceEvent').where('deviceId', '=', anyOf(deviceIds)).where('time', '<', oldest).execute();
      await tx.deleteFrom('readingHour').where('deviceId', '=', anyOf(deviceIds)).where('hour', '<', oldest).execute();
      return deviceIds;
    });
    after = ids.at(-1) ?? after;
    full = ids.length === devicesPerBatch;
  }
}
