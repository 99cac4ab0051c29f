import { createHash } from 'node:crypto';
import { reportingOf } from '#core/devices/common/models/reporting.ts';
import { installedDevices, sensorRegistry } from '#core/devices/server/api.ts';
import { mqttPortOf } from '#core/telemetry/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { demoDeviceSecret } from './demo.ts';
import { behaviorsOfDevice, routeOf, type VirtualDemo } from './device-demo.ts';
import { VirtualDevice, type VirtualModel } from './virtual-device.ts';

const tickMs = 1000;
/** The virtual devices of a process by their serial numbers: none without the demo. */
const running = new WeakMap<Kit, Map<string, VirtualDevice>>();

/** The virtual device with the serial number, if it runs in this process. */
export const virtualDevice = (kit: Kit, serial: string): VirtualDevice | undefined => running.get(kit)?.get(serial);

/** Connects every demo device of an app over MQTT with its own credentials and lets it report. */
export async function startVirtualDevices(kit: Kit, demo: VirtualDemo): Promise<Stop | undefined> {
  const port = mqttPortOf(kit);
  if (port === undefined) return undefined;
  // Loaded on demand: only installations with the demo need an MQTT client.
  const { default: mqtt } = await import('mqtt');
  const models = modelsOf(kit, demo);
  const installed = await inSystem(kit.db, (tx) => installedDevices(tx, demo.app.id, demo.serials));
  const bySerial = running.get(kit) ?? new Map<string, VirtualDevice>();
  running.set(kit, bySerial);
  const devices = installed.flatMap(({ serial, hardwareId, latest, config }, index) => {
    const model = models.get(hardwareId);
    if (!model) return [];
    const client = mqtt.connect({
      host: '127.0.0.1',
      port,
      clientId: `virtual-${serial}`,
      username: serial,
      password: demoDeviceSecret(kit, serial),
      reconnectPeriod: 5000,
      manualConnect: true,
    });
    client.on('error', (error) => kit.log.debug({ err: error, serial }, 'a virtual device could not connect'));
    const behaviors = behaviorsOfDevice(demo, hardwareId, serial);
    const way = routeOf(demo, model.solution, serial);
    const key = createHash('sha256').update(demoDeviceSecret(kit, serial)).digest();
    const device = new VirtualDevice(
      client,
      { ...model, behaviors, way, hardwareId, serial, key, sleeps: demo.sleeps?.[hardwareId] },
      { latest: latest ?? {}, config: config ?? {} },
      index,
      kit.settings.demoPauses,
    );
    bySerial.set(serial, device);
    return device;
  });
  const tick = () => {
    const now = Date.now();
    for (const device of devices) device.tick(now);
  };
  const timer = setInterval(tick, tickMs);
  tick();
  return async () => {
    clearInterval(timer);
    await Promise.all(devices.map((device) => device.end()));
  };
}

function modelsOf(
  kit: Kit,
  demo: VirtualDemo,
): Map<number, Omit<VirtualModel, 'behaviors' | 'way' | 'hardwareId' | 'serial' | 'key'> & { solution: number }> {
  const registry = sensorRegistry(kit.apps);
  return new Map(
    (demo.app.hardware ?? []).map(({ id, solution, sensors, channels = [], ...model }) => [
      id,
      {
        demo,
        solution,
        reportEverySeconds: reportingOf(model).movingSeconds,
        // What its channels report is not its own.
        sensors: sensors.flatMap((key) => (channels.includes(key) ? [] : (registry.named(demo.app.id, key) ?? []))),
      },
    ]),
  );
}
