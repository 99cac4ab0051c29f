import { afterAll, beforeAll, expect } from 'vitest';
import { VirtualChirpstack } from '#core/integrations/server/virtual/chirpstack.ts';
import type { VirtualServer } from '#core/integrations/server/virtual/virtual-server.ts';
import { addDevice, app, connect, customer, type MadeConnector, withConnectors } from './test-connectors.ts';
import { eventually } from './test-device.ts';

const encoding = `function decodeUplink(input) { return { data: {} }; }
function encodeDownlink(input) {
  var text = input.data.method + (input.data.port || input.data.mode || '');
  var bytes = [];
  for (var i = 0; i < text.length; i++) bytes.push(text.charCodeAt(i));
  return { bytes: bytes, fPort: 7 };
}`;
let origin: string;
export let codecId: number;
const servers: VirtualServer[] = [];

/** Starts the product at an address, with a codec that encodes commands. */
export function withDownlinks(): void {
  withConnectors();
  beforeAll(async () => {
    origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
    const sample = { name: 'any', form: 'hex', payload: '00', expected: {} };
    const made = await customer.call('POST', '/codec', {
      body: { name: 'Commands', source: encoding, samples: [sample] },
    });
    codecId = made.body.data.id;
    await customer.call('POST', `/codec/${codecId}/activate`, { body: { number: 1 } });
  });
}

afterAll(() => Promise.all(servers.map((server) => server.close())));

export const closeAtEnd = (server: VirtualServer): void => void servers.push(server);

/** Returns a network whose server closes at the end of the file. */
export const keep = <Network extends { server: VirtualServer }>(network: Network): Network => {
  closeAtEnd(network.server);
  return network;
};
export const targetOf = ({ key, secret }: MadeConnector) => ({ url: `${origin}/api/v1/connect/${key}`, secret });
export const link = (connector: MadeConnector, body: object, person = customer) =>
  person.call('PUT', `/connector/${connector.id}/link`, { body });

let devices = 0;
/** A switch with an active subscription. */
export async function addSwitch() {
  const serial = `70B3D5C0DE00${String(devices++).padStart(4, '0')}`;
  const id = await addDevice(serial, 90201);
  await app.kit.pool.query(
    "UPDATE device SET has_token = true, activation_at = now() - interval '1 day', expiration_at = now() + interval '1 year' WHERE id = $1",
    [id],
  );
  return { id, serial };
}
export type Made = { id: number; state: string; reason: string | null; trace: { state: string }[] };
export async function send(device: { id: number }, method = 'ping', params: object = {}): Promise<Made> {
  const sent = await customer.call('POST', `/sample/device/${device.id}/command`, {
    body: { method, params, expiresInSeconds: 300 },
  });
  expect([200, 201], JSON.stringify(sent.body)).toContain(sent.status);
  return sent.body.data;
}
export const commandOf = async (device: { id: number }, { id }: { id: number }): Promise<Made> =>
  (await customer.call('GET', `/sample/device/${device.id}/command`)).body.data.find((one: Made) => one.id === id);
/** Waits until the command is in this state; it may have gone further meanwhile, because its device has answered. */
export const reaches = (device: { id: number }, command: { id: number }, state: string) =>
  eventually(
    () => commandOf(device, command),
    (now) => now.state === state || now.trace.some((step) => step.state === state),
    60_000,
  );
export const downlinksOf = async ({ id }: { id: number }) =>
  (await customer.call('GET', `/connector/${id}/downlink`)).body.data as {
    state: string;
    attempts: number;
    status: number | null;
    fault: string | null;
  }[];
export const given = (connector: { id: number }, state = 'delivered') =>
  eventually(
    () => downlinksOf(connector),
    ([newest]) => newest?.state === state,
    60_000,
  );
export const text = (base64: string) => Buffer.from(base64, 'base64').toString();

/** A switch of a connector to a ChirpStack that is reachable. */
export async function chirpstackSwitch() {
  const connector = await connect('chirpstack', { codecId });
  const network = keep(await VirtualChirpstack.start(targetOf(connector), 'token'));
  const device = await addSwitch();
  await network.status(device.serial);
  expect((await link(connector, { url: network.server.url, key: 'token' })).status).toBe(200);
  return { connector, network, device, queue: () => network.queues.get(device.serial.toLowerCase()) ?? [] };
}

/** Holds back the calls of a connector, as if one were being made. */
export const hold = (connector: { id: number }, held: boolean) =>
  app.kit.pool.query(
    `UPDATE connector_link SET busy_until = CASE WHEN $2 THEN now() + interval '1 hour' END WHERE connector_id = $1`,
    [connector.id, held],
  );
