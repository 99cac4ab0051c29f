import { type RawBuilder, sql } from 'kysely';
import { deviceFacts, devicesWithoutToken } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { anyOf, sqlAgo } from '#platform/server/postgres/values.ts';
import { personDays } from '../common/people.ts';
import { personModels } from './people/person-models.ts';

/** Positions older than this are deleted for devices without an active token for as long, like their readings. */
const daysWithoutToken = 90;
const devicesPerBatch = 200;

/** Trips, stops, visits and quarters are kept this long, for reports that compare a month with that of the year before. */
export const historyMonths = 25;

/** Deletes positions and segments older than 90 days of devices without an active token for as long. */
export async function deletePositionsWithoutToken(kit: Kit): Promise<void> {
  await inPages(kit, async (tx, after) => {
    const devices = await devicesWithoutToken(tx, { days: daysWithoutToken, after, limit: devicesPerBatch });
    await deleteOlder(tx, devices, daysWithoutToken);
    return devices;
  });
}

/** Deletes the positions of people after 30 days, including those of calls for help. */
export async function deletePositionsOfPeople(kit: Kit): Promise<void> {
  const models = [...personModels(kit.apps).keys()];
  if (models.length === 0) return;
  await inPages(kit, async (tx, after) => {
    const devices = await devicesOf(tx, models, after);
    await deleteOlder(tx, devices, personDays);
    await tx
      .deleteFrom('devicePlace')
      .where('deviceId', '=', anyOf(devices))
      .where('time', '<', sqlAgo(personDays, 'day'))
      .execute();
    return devices;
  });
}

/** Deletes segments, quarters, geofence events and visits of devices of all kinds after 25 months. */
export async function deleteOldTracks(kit: Kit): Promise<void> {
  const models = kit.apps.flatMap(({ hardware = [] }) =>
    hardware.flatMap(({ id, positions }) => (positions ? id : [])),
  );
  const oldest = sqlAgo(historyMonths, 'month');
  await inPages(kit, async (tx, after) => {
    const devices = await devicesOf(tx, models, after);
    await deleteTracks(tx, devices, oldest);
    return devices;
  });
}

/** Works through devices in the order of their ids, a bounded transaction each. `work` returns the ids of its page. */
async function inPages(kit: Kit, work: (tx: Tx, after: number) => Promise<number[]>): Promise<void> {
  for (let after = 0, full = true; full; ) {
    const ids = await inSystem(kit.db, (tx) => work(tx, after));
    after = ids.at(-1) ?? after;
    full = ids.length === devicesPerBatch;
  }
}

async function devicesOf(tx: Tx, models: readonly number[], after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM ${sql.raw(deviceFacts)} d WHERE d.hardware_id = ANY (${models}::integer[]) AND d.id > ${after} ORDER BY d.id LIMIT ${devicesPerBatch}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

async function deleteOlder(tx: Tx, devices: readonly number[], days: number): Promise<void> {
  const oldest = sqlAgo(days, 'day');
  await tx.deleteFrom('devicePosition').where('deviceId', '=', anyOf(devices)).where('time', '<', oldest).execute();
  await deleteTracks(tx, devices, oldest);
}

async function deleteTracks(tx: Tx, devices: readonly number[], oldest: RawBuilder<unknown>): Promise<void> {
  const ofDevices = sql`device_id = ANY (${devices}::integer[])`;
  await sql`DELETE FROM track_segment WHERE ${ofDevices} AND ended_at < ${oldest}`.execute(tx);
  await sql`DELETE FROM track_quarter WHERE ${ofDevices} AND quarter < ${oldest}`.execute(tx);
  await sql`DELETE FROM fence_event WHERE ${ofDevices} AND time < ${oldest}`.execute(tx);
  await sql`DELETE FROM fence_visit WHERE ${ofDevices} AND left_at < ${oldest}`.execute(tx);
}
