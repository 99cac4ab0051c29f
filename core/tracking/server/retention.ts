import { sql } from 'kysely';
import { deviceFacts, devicesWithoutToken } from '#core/devices/server/api.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { personDays } from '../common/people.ts';
import { personModels } from './people/person-models.ts';

/** Positions older than this are deleted for devices without an active token for as long, like their readings. */
const daysWithoutToken = 90;
const devicesPerBatch = 200;

/** Deletes positions and segments older than 90 days of devices without an active token for as long. */
export async function deletePositionsWithoutToken(kit: Kit): Promise<void> {
  for (let after = 0, full = true; full; ) {
    const ids = await inSystem(kit.db, async (tx) => {
      const devices = await devicesWithoutToken(tx, { days: daysWithoutToken, after, limit: devicesPerBatch });
      await deleteOlder(tx, devices, daysWithoutToken);
      return devices;
    });
    after = ids.at(-1) ?? after;
    full = ids.length === devicesPerBatch;
  }
}

/** Deletes the positions of people after 30 days, including those of calls for help. */
export async function deletePositionsOfPeople(kit: Kit): Promise<void> {
  const models = [...personModels(kit.apps).keys()];
  for (let after = 0, full = models.length > 0; full; ) {
    const ids = await inSystem(kit.db, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        SELECT d.id FROM ${sql.raw(deviceFacts)} d WHERE d.hardware_id = ANY (${models}::integer[]) AND d.id > ${after} ORDER BY d.id LIMIT ${devicesPerBatch}`.execute(
        tx,
      );
      const devices = rows.map(({ id }) => id);
      await deleteOlder(tx, devices, personDays);
      await sql`DELETE FROM device_place WHERE device_id = ANY (${devices}::integer[]) AND time < now() - ${personDays} * interval '1 day'`.execute(
        tx,
      );
      return devices;
    });
    after = ids.at(-1) ?? after;
    full = ids.length === devicesPerBatch;
  }
}

async function deleteOlder(tx: Tx, devices: readonly number[], days: number): Promise<void> {
  const oldest = sql`now() - ${days} * interval '1 day'`;
  const ofDevices = sql`device_id = ANY (${devices}::integer[])`;
  await sql`DELETE FROM device_position WHERE ${ofDevices} AND time < ${oldest}`.execute(tx);
  await sql`DELETE FROM track_segment WHERE ${ofDevices} AND ended_at < ${oldest}`.execute(tx);
  await sql`DELETE FROM fence_event WHERE ${ofDevices} AND time < ${oldest}`.execute(tx);
  await sql`DELETE FROM fence_visit WHERE ${ofDevices} AND left_at < ${oldest}`.execute(tx);
}
