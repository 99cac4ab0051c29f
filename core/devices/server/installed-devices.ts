import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { DeviceConfig } from '../common/models/model-settings.ts';
import { resetSilence } from './silence/supervision.ts';

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

/**
 * Lets devices have been heard last at these times, though no message was received. Those that have been silent for longer
 * than they may are found so when the platform looks next.
 */
export async function seedLastSeen(
  tx: Tx,
  kit: Pick<Kit, 'apps'>,
  seen: readonly { device: number; time: string }[],
): Promise<void> {
  const ids = seen.map(({ device }) => device);
  await sql`
    INSERT INTO device_state (device_id, last_message_at, silent_until, online)
    SELECT n.id, n.time, n.time, true FROM unnest(${ids}::integer[], ${seen.map(({ time }) => time)}::timestamptz[]) AS n (id, time)
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    UPDATE device d SET connection = CASE h.connectivity WHEN 'session' THEN 'online' ELSE 'sleeping' END
      FROM device_hardware h WHERE h.id = d.hardware_id AND d.id = ANY (${ids}::integer[])`.execute(tx);
  await resetSilence(tx, kit, ids);
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
