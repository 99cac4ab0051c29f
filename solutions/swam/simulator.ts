import mqtt from 'mqtt';
import { installedDevices } from '#core/devices/server/api.ts';
import { inSystem } from '#platform/server/database.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { demoSecret, demoSerials } from './server/demo.ts';
import { VirtualDevice } from './virtual-device.ts';

const tickMs = 1000;

/** Connects every demo device over real MQTT, with its own name and secret, and lets it live. */
export async function startVirtualDevices(kit: Kit, port: number): Promise<Stop> {
  const found = await inSystem(kit.db, (tx) => installedDevices(tx, 'swam', demoSerials));
  const devices = found.map((row, index) => {
    const client = mqtt.connect({
      host: '127.0.0.1',
      port,
      clientId: `virtual-${row.serial}`,
      username: row.serial,
      password: demoSecret(kit, row.serial),
      reconnectPeriod: 5000,
      manualConnect: true,
    });
    client.on('error', (error) =>
      kit.log.debug({ err: error, serial: row.serial }, 'a virtual device is not connected'),
    );
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
