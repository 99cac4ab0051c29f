import mqtt from 'mqtt';
import { sql } from 'kysely';
import { inSystem } from '#platform/server/database.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { demoSecret } from './server/demo.ts';
import { VirtualDevice } from './virtual-device.ts';

type Row = { id: number; serial: string; hardwareId: number; latest: Record<string, number> | null };

const tickMs = 1000;

/** Connects every demo device over real MQTT, with its own name and secret, and lets it live. */
export async function startVirtualDevices(kit: Kit, port: number): Promise<Stop> {
  const found = await inSystem(kit.db, (tx) =>
    sql<Row>`SELECT d.id, d.serial, d.hardware_id, (SELECT jsonb_object_agg(l.sensor_id, l.value) FROM device_latest l WHERE l.device_id = d.id) AS latest
      FROM device d JOIN device_credential c ON c.device_id = d.id WHERE d.app = 'swam' AND d.serial LIKE '70B3D50A%' AND d.state = 'installed' ORDER BY d.id`.execute(tx),
  );
  const devices = found.rows.map((row, index) => {
    const client = mqtt.connect({
      host: '127.0.0.1',
      port,
      clientId: `virtual-${row.serial}`,
      username: row.serial,
      password: demoSecret(kit, row.serial),
      reconnectPeriod: 5000,
      manualConnect: true,
    });
    client.on('error', (error) => kit.log.debug({ err: error, serial: row.serial }, 'a virtual device is not connected'));
    return new VirtualDevice(client, row.hardwareId, row.latest ?? {}, index);
  });
  const tick = () => {
    const now = Date.now();
    for (const device of devices) device.live(now);
  };
  const timer = setInterval(tick, tickMs);
  tick();
  return async () => {
    clearInterval(timer);
    await Promise.all(devices.map((device) => device.end()));
  };
}
