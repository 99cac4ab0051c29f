import { sql } from 'kysely';
import { countDevices } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { DeviceConfig } from '../../common/models/model-settings.ts';
import { logDevice } from '../device-changes.ts';
import { setCredential } from './device-secret.ts';

export type NewDevice = {
  companyId: number;
  app: string;
  solutionId: number;
  hardwareId: number;
  name: string;
  serial: string;
  structureId: number;
  floorId?: number | null;
  secret: string;
  /** Days since its token was activated and until it expires; null is a device without a token. */
  token: { activatedDaysAgo: number; expiresInDays: number } | null;
};

/** Adds an installed device that can connect at once, and returns its id. Runs as the role that sees all rows. */
export async function addInstalledDevice(tx: Tx, device: NewDevice): Promise<number> {
  const { companyId, app, solutionId, hardwareId, name, serial, structureId, floorId = null, token } = device;
  const inserted = await sql<{ id: number }>`
    INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, floor_id, state, has_token)
    VALUES (${companyId}, ${app}, ${solutionId}, ${hardwareId}, ${name}, ${serial}, ${structureId}, ${floorId}, 'installed', false)
    RETURNING id`.execute(tx);
  const id = inserted.rows[0]?.id as number;
  if (token)
    await sql`INSERT INTO device_token (company_id, app, solution_ids, source, device_id, activation_at, expiration_at)
      VALUES (${companyId}, ${app}, ${[solutionId]}, 'bought', ${id}, now() - ${token.activatedDaysAgo} * interval '1 day', now() + ${token.expiresInDays} * interval '1 day')`.execute(
      tx,
    );
  await setCredential(tx, id, serial, device.secret);
  await countDevices(tx, [{ companyId, structureId, solutionId, by: 1 }]);
  await logDevice(tx, { id, companyId }, 'installed', null, {});
  return id;
}

/** Adds a device to the inventory of a company and returns its id. Runs as the role that sees all rows. */
export async function addDeviceInStock(
  tx: Tx,
  device: Pick<NewDevice, 'companyId' | 'app' | 'solutionId' | 'hardwareId' | 'name' | 'serial'>,
): Promise<number> {
  const { companyId, app, solutionId, hardwareId, name, serial } = device;
  const { id } = await tx
    .insertInto('device')
    .values({
      companyId,
      app,
      solutionId,
      hardwareId,
      name,
      serial,
      state: 'inventory',
      hasToken: false,
      structureId: null,
      floorId: null,
      spaceId: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logDevice(tx, { id, companyId }, 'added', null, {});
  return id;
}

/** Sets latest values and batteries from readings that were inserted without ingestion. */
export async function seedLatestValues(
  tx: Tx,
  readings: readonly { device: number; sensor: number; time: string; value: number }[],
): Promise<void> {
  const column = <T>(pick: (reading: (typeof readings)[number]) => T) => readings.map(pick);
  await sql`INSERT INTO device_latest (device_id, sensor_id, time, value)
    SELECT * FROM unnest(${column((reading) => reading.device)}::integer[], ${column((reading) => reading.sensor)}::integer[], ${column((reading) => reading.time)}::timestamptz[], ${column((reading) => reading.value)}::double precision[])
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`UPDATE device d SET battery = l.value FROM device_latest l WHERE l.device_id = d.id AND l.sensor_id = 1 AND d.battery IS NULL`.execute(
    tx,
  );
}

export type InstalledDevice = {
  id: number;
  serial: string;
  hardwareId: number;
  latest: Record<string, number> | null;
  /** As last reported. */
  config: DeviceConfig | null;
};

/** The installed devices of an app whose serial has the prefix, with their latest numbers by sensor id. */
export async function installedDevices(tx: Tx, app: string, serialPrefix: string): Promise<InstalledDevice[]> {
  const devices = await sql<InstalledDevice>`
    SELECT d.id, d.serial, d.hardware_id, d.attributes -> 'config' AS config, (SELECT jsonb_object_agg(l.sensor_id, l.value) FROM device_latest l WHERE l.device_id = d.id) AS latest
      FROM device d WHERE d.app = ${app} AND d.serial LIKE ${`${serialPrefix}%`} AND d.state = 'installed' ORDER BY d.id`.execute(
    tx,
  );
  return devices.rows;
}
