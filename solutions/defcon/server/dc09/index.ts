import type { Kit, Stop } from '#platform/server/kit.ts';
import { forgetMessages } from './claims.ts';
import { startSiaListener } from './listener.ts';
import { openSiaStore } from './store.ts';
import { raiseTrouble } from './trouble-alarms.ts';

const ports = new WeakMap<Kit, number>();

/** The port of the receiver of this process; undefined if it has none. */
export const siaPortOf = (kit: Kit): number | undefined => ports.get(kit);

/** Messages that cannot come again are forgotten. */
export const scheduleSia = (kit: Kit): Promise<void> =>
  kit.jobs.schedule('defcon.sia-messages', '27 * * * *', async () => void (await forgetMessages(kit)));

/** Starts what panels report to over SIA DC-09. */
export async function receiveSia(kit: Kit): Promise<Stop | undefined> {
  const { host, siaPort } = kit.settings;
  if (!kit.roles.has('gateway') || siaPort === undefined) return undefined;
  const store = openSiaStore(kit, raiseTrouble);
  const listener = await startSiaListener(kit, store, { port: siaPort, host });
  ports.set(kit, listener.port);
  return async () => {
    await listener.stop();
    await store.stop();
  };
}
