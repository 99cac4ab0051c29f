import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Aedes, type Client } from 'aedes';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addDevice,
  app,
  connect,
  customer,
  type MadeConnector,
  readings,
  withConnectors,
} from '#main/testing/test-connectors.ts';
import { eventually } from '#main/testing/test-device.ts';
import { chirpstackEvents } from '../fixtures/chirpstack.ts';

withConnectors();

const devEui = '70b3d5b0bb000001';
const application = '17c82e96-be03-4f38-aef3-f83d48582d97';
let broker: Aedes;
let server: Server;
let url: string;
let connector: MadeConnector;
let device: number;
/** The messages that the connector has acknowledged, and its open connections. */
let acknowledged = 0;
const connected = new Set<Client>();
const passwords = new Set(['right']);
const isOurs = ({ id }: Client) => id.startsWith('rasid-connector-');

beforeAll(async () => {
  broker = await Aedes.createBroker({
    authenticate: (client, _name, password, done) =>
      done(null, !client.id.startsWith('rasid') || passwords.has(password?.toString() ?? '')),
  });
  broker.on('ack', (_packet, client) => {
    if (isOurs(client)) acknowledged++;
  });
  broker.on('clientReady', (client) => void (isOurs(client) && connected.add(client)));
  broker.on('clientDisconnect', (client) => void connected.delete(client));
  server = createServer(broker.handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  connector = await connect('chirpstack');
  device = await addDevice(devEui.toUpperCase(), 90201);
  await app.kit.pool.query(
    "UPDATE device SET has_token = true, activation_at = now() - interval '1 day', expiration_at = now() + interval '1 year' WHERE id = $1",
    [device],
  );
});
afterAll(async () => {
  await new Promise<void>((done) => broker.close(done));
  server.close();
});

const linkOf = async () => (await customer.call('GET', `/connector/${connector.id}/link`)).body.data.link;
const save = (more: object = {}) =>
  customer.call('PUT', `/connector/${connector.id}/link`, {
    body: { way: 'mqtt', url, userName: 'rasid', key: 'right', ...more },
  });
const isConnected = () => eventually(linkOf, ({ connectedAt }) => connectedAt !== null);

let frames = 0;
/** Publishes an uplink as ChirpStack does; resolves when the broker has it. */
async function publish(battery: number): Promise<void> {
  const client = await mqtt.connectAsync(url);
  const time = new Date(Date.now() - 60_000 + frames * 1000).toISOString();
  const { up } = chirpstackEvents(time);
  const { data: _, ...rest } = up;
  frames++;
  const body = {
    ...rest,
    deduplicationId: `mqtt ${frames}`,
    fCnt: frames,
    object: { battery },
    deviceInfo: { ...up.deviceInfo, devEui },
  };
  await client.publishAsync(`application/${application}/device/${devEui}/event/up`, JSON.stringify(body), { qos: 1 });
  await client.endAsync();
}
const stored = () => readings(device, 'battery').then((all) => all.map(({ value }) => value));

test('a wrong password is shown on the page of the connector, and can be corrected there', async () => {
  await save({ key: 'wrong' });
  const link = await eventually(linkOf, ({ fault }) => fault !== null);
  expect(link).toMatchObject({ connectedAt: null, fault: 'wrong-credentials' });
  await save();
  expect((await isConnected()).fault).toBeNull();
});

test('messages of the broker are stored and acknowledged', async () => {
  await publish(50);
  await eventually(stored, (all) => all.includes(50));
  await eventually(
    async () => acknowledged,
    (count) => count === 1,
  );
});

test('a message is acknowledged only once it is stored', async () => {
  const before = acknowledged;
  const holder = await app.kit.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE connector_message');
    await publish(51);
    await eventually(
      async () =>
        (
          await app.kit.pool.query(
            "SELECT FROM pg_locks WHERE relation = 'connector_message'::regclass AND NOT granted",
          )
        ).rowCount,
      (waiting) => waiting === 1,
    );
    expect(acknowledged).toBe(before);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  await eventually(
    async () => acknowledged,
    (count) => count === before + 1,
  );
  expect(await stored()).toContain(51);
});

test('messages that arrive while no process is connected are delivered afterwards, each once', async () => {
  await app.kit.pool.query('UPDATE connector SET enabled = false WHERE id = $1', [connector.id]);
  await eventually(
    async () => connected.size,
    (size) => size === 0,
    60_000,
  );
  for (const battery of [61, 62, 63]) await publish(battery);
  expect(await stored()).not.toContain(61);
  await app.kit.pool.query('UPDATE connector SET enabled = true WHERE id = $1', [connector.id]);
  const all = await eventually(stored, (values) => values.includes(63), 60_000);
  expect(all.filter((value) => value > 60)).toEqual([61, 62, 63]);
});

test('a command is published to the broker under an id of the platform and follows the events of the broker', async () => {
  const source =
    'function decodeUplink() { return { data: {} }; } function encodeDownlink() { return { bytes: [1, 2], fPort: 9 }; }';
  const made = await customer.call('POST', '/codec', {
    body: { name: 'Broker', source, samples: [{ name: 'any', form: 'hex', payload: '00', expected: {} }] },
  });
  await customer.call('POST', `/codec/${made.body.data.id}/activate`, { body: { number: 1 } });
  await customer.call('PATCH', `/connector/${connector.id}`, { body: { codecId: made.body.data.id } });
  const client = await mqtt.connectAsync(url);
  await client.subscribeAsync(`application/${application}/device/${devEui}/command/down`, { qos: 1 });
  const { promise: received, resolve } = Promise.withResolvers<Buffer>();
  client.on('message', (_topic, body) => resolve(body));
  const sent = await customer.call('POST', `/sample/device/${device}/command`, {
    body: { method: 'ping', expiresInSeconds: 600 },
  });
  const message = JSON.parse((await received).toString());
  expect(message).toMatchObject({ devEui, confirmed: true, fPort: 9, data: 'AQI=' });
  const { txack } = chirpstackEvents(new Date().toISOString());
  const event = { ...txack, queueItemId: message.id, deviceInfo: { ...txack.deviceInfo, devEui } };
  await client.publishAsync(`application/${application}/device/${devEui}/event/txack`, JSON.stringify(event), {
    qos: 1,
  });
  const command = async () =>
    (await customer.call('GET', `/sample/device/${device}/command`)).body.data.find(
      ({ id }: { id: number }) => id === sent.body.data.id,
    );
  await eventually(command, ({ state }) => state === 'sent');
  await client.endAsync();
});

test('a broker at a private address is refused if the installation does not allow private addresses', async () => {
  const { settings } = app.kit;
  Object.assign(app.kit, { settings: { ...settings, privateCalls: false } });
  try {
    await save({ url: 'mqtts://127.0.0.1:8883' });
    const link = await eventually(linkOf, ({ fault }) => fault === 'refused-address');
    expect(link.connectedAt).toBeNull();
  } finally {
    Object.assign(app.kit, { settings });
  }
});
