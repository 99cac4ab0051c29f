import { mqttPortOf } from '#core/telemetry/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { startVirtualDevices as startSwam } from '#solutions/swam/simulator.ts';

const simulators = [startSwam];

/** The virtual devices of every slice that brings some; they speak the real protocols to the real ports. */
export async function startVirtualDevices(kit: Kit): Promise<Stop> {
  const port = mqttPortOf(kit);
  if (port === undefined) return async () => undefined;
  const stops = await Promise.all(simulators.map((start) => start(kit, port)));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
