import { startVirtualDevices } from '#core/device-app/server/api.ts';
import { installedDevices } from '#core/devices/server/api.ts';
import { startDemoChirpstack } from '#core/integrations/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { repeat } from '#platform/server/repeat.ts';
import { sensorIds } from '../hits/trap-messages.ts';
import { trapNetwork } from './demo.ts';
import { serials } from './demo-traps.ts';
import { RadioTraps } from './radio-traps.ts';
import { virtualTraps } from './virtual-traps.ts';

const everyMs = 60_000;

/** Lets the traps of the demo live: those with MQTT, and those in the radio network. */
export async function simulateTraps(kit: Kit): Promise<Stop> {
  const stopDevices = await startVirtualDevices(kit, virtualTraps);
  const network = await startDemoChirpstack(kit, trapNetwork);
  const installed = await inSystem(kit.db, (tx) => installedDevices(tx, 'rodent', serials.radio));
  const counters = installed.map(({ serial, latest }) => [serial, latest?.[String(sensorIds.counter)] ?? 0] as const);
  const traps = new RadioTraps(network, new Map(counters));
  const startedAt = Date.now();
  const stopRadio = repeat(kit, everyMs, 'the virtual traps failed', async () => {
    const now = Date.now();
    await traps.tick(now - startedAt, now);
  });
  return async () => {
    await stopRadio();
    await stopDevices?.();
    await network.server.close();
  };
}
