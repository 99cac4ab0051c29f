import type { Kit, Stop } from '#platform/server/kit.ts';
import { forgetMessages } from './claims.ts';
import { startSiaListener } from './listener.ts';
import { openSiaStore } from './store.ts';
import { raiseTrouble } from './trouble-alarms.ts';

const ports = new WeakMap<Kit, number>();

/** The port of the receiver of this process; undefined if it has none. */
export const siaPortOf = (kit: Kit): number | undefined => ports.get(kit);

/** Starts what panels report to over SIA DC-09. */
export async function startSia(kit: Kit): Promise<Stop> {
  const stops: Stop[] = [];
  const { host, siaPort } = kit.settings;
  if (kit.roles.has('worker'))
    await kit.jobs.schedule('defcon.sia-messages', '27 * * * *', async () => void (await forgetMessages(kit)));
  if (kit.roles.has('gateway') && siaPort !== undefined) {
    const store = openSiaStore(kit, raiseTrouble);
    const listener = await startSiaListener(kit, store, { port: siaPort, host });
    ports.set(kit, listener.port);
    stops.push(store.stop, listener.stop);
  }
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}
