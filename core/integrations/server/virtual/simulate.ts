import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { CoreKind } from '../../common/kinds.ts';
import { readConnector } from '../connectors/connector-directory.ts';
import { storeLink } from '../downlink/links.ts';
import { meterReading, osmandQuery } from '../fixtures/servers.ts';
import { VirtualChirpstack } from './chirpstack.ts';
import { VirtualTraccar } from './traccar.ts';
import { VirtualTheThingsStack } from './tts.ts';
import { type Fate, postTo, type Target } from './virtual-server.ts';

/** The key of a connector of the demo, by kind or name, and its secret, which only this installation can derive. */
export const demoKey = (name: string): string => `demo-${name}`;
export const demoConnectorSecret = ({ secrets }: Pick<Kit, 'secrets'>, name: string): string =>
  createHmac('sha256', secrets.signing).update(`connector of the demo ${name}`).digest('base64url');
const targetOf = (kit: Kit, name: string): Target => ({
  url: `${kit.publicUrl}/api/v1/connect/${demoKey(name)}`,
  secret: demoConnectorSecret(kit, name),
});

const everyMs = 60_000;
const timeoutMs = 10_000;
/** The outcome of the next call of each network, minute by minute. */
const fates: readonly Fate[] = ['answered', 'answered', 'busy', 'answered', 'lost'];
export const demoDevices = { chirpstack: '0101010101010101', tts: '0004A30B001C0530', traccar: '490154203237518' };

/**
 * Virtual networks next to the server: each posts over HTTP once per minute, takes commands, and has its usual faults.
 */
export async function simulate(kit: Kit): Promise<Stop> {
  const target = (kind: CoreKind): Target => targetOf(kit, kind);
  const token = demoConnectorSecret(kit, 'http');
  const chirpstack = await VirtualChirpstack.start(target('chirpstack'), token);
  const tts = await VirtualTheThingsStack.start(target('tts'), token);
  const traccar = await VirtualTraccar.start(target('traccar'), token, ({ attributes }) => attributes.data === '');
  const networks = { chirpstack, tts, traccar };
  // Elsewhere no calls to this machine are made.
  if (kit.settings.privateCalls)
    for (const [kind, { server }] of Object.entries(networks)) await linkDemo(kit, kind, server.url, token);
  let minute = 0;
  const stop = repeat(kit, everyMs, 'the virtual networks failed', async () => {
    minute++;
    const fate = fates[minute % fates.length] ?? 'answered';
    for (const { server } of Object.values(networks)) if (fate !== 'answered') server.fates.splice(0, 1, fate);
    chirpstack.twice = minute % 3 === 0;
    traccar.losesAnswers = fate === 'lost';
    await Promise.all([
      liveChirpstack(chirpstack),
      liveTheThingsStack(tts),
      traccar.forward(demoDevices.traccar),
      postTo(target('http'), meterReading(new Date().toISOString()), timeoutMs),
      postTo(target('osmand'), '', timeoutMs, { query: `/osmand?${osmandQuery(Math.floor(Date.now() / 1000))}` }),
    ]);
  });
  return async () => {
    await stop();
    await Promise.all(Object.values(networks).map(({ server }) => server.close()));
  };
}

/** Starts a virtual ChirpStack that posts to the connector of the demo with this name, and takes its commands. */
export async function startDemoChirpstack(kit: Kit, name: string): Promise<VirtualChirpstack> {
  const token = demoConnectorSecret(kit, 'http');
  const network = await VirtualChirpstack.start(targetOf(kit, name), token);
  if (kit.settings.privateCalls) await linkDemo(kit, name, network.server.url, token);
  return network;
}

async function linkDemo(kit: Kit, name: string, url: string, key: string): Promise<void> {
  const connector = await readConnector(kit, sql`c.key = ${demoKey(name)}`);
  if (!connector) return;
  await inSystem(kit.db, (tx) => storeLink(tx, kit, connector, { way: 'http', url, userName: '', template: '', key }));
}

/** The devices of the network hear their commands, and acknowledge them, right after they have sent something. */
async function liveChirpstack(network: VirtualChirpstack): Promise<void> {
  await network.uplink(demoDevices.chirpstack, { data: 'qg==' });
  await network.status(demoDevices.chirpstack);
  for (const devEui of [...network.queues.keys()])
    for (let item = await network.transmit(devEui); item; item = await network.transmit(devEui))
      await network.acknowledge(devEui, item.id);
}

async function liveTheThingsStack(network: VirtualTheThingsStack): Promise<void> {
  await network.uplink(demoDevices.tts, { frm_payload: 'gkHe', decoded_payload: { temperature: 21.5 } });
  for (const [device, queue] of network.queues)
    for (const _ of [...queue]) {
      const devEui = device.replace(/^eui-/, '').toUpperCase();
      const downlink = await network.transmit(devEui);
      if (downlink) await network.tell(devEui, 'downlink_ack', downlink);
    }
}
