import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Aedes, type AuthenticateError } from 'aedes';
import { deviceWithSecret, type KnownDevice } from '#core/devices/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { CommandDelivery } from './command-delivery.ts';
import { type DeviceClient, DeviceConnections } from './device-connections.ts';
import { DevicePace } from './device-pace.ts';
import type { Intake } from './intake.ts';
import { guardPacketSize, onPuback } from './mqtt-parser.ts';
import { receive } from './receive.ts';
import { SignInFailures } from './sign-in-failures.ts';
import { attributesTopic, requestTopic, responsePattern } from './topics.ts';

const subscribable = new Set([`${requestTopic}+`, attributesTopic]);
const deadEnd = 'rasid/taken';
const badCredentials = 4;
// Somebody who tries names and secrets tries fewer of them.
const lateRefusalMs = 2000;
// What takes a transaction of its own, where measurements and refused messages share one.
const ownTransaction = (topic: string) => topic === attributesTopic || responsePattern.test(topic);
const weightOfOwn = 20;

type Gateway = {
  kit: Kit;
  intake: Intake;
  connections: DeviceConnections;
  commands: CommandDelivery;
  failures: SignInFailures;
  pace: DevicePace;
};

/** The MQTT door for devices: who signs in is one device, and speaks for that one only. */
export async function startMqttGateway(
  kit: Kit,
  intake: Intake,
  port: number,
  host: string,
): Promise<{ port: number; stop: Stop }> {
  const gateway: Gateway = {
    kit,
    intake,
    connections: new DeviceConnections(),
    commands: new CommandDelivery(kit),
    failures: new SignInFailures(kit.log),
    pace: new DevicePace(),
  };
  const broker = await openBroker(gateway);
  followClients(broker, gateway);
  const stops = followChanges(gateway);
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    const client = broker.handle(socket);
    guardPacketSize(client, socket);
    onPuback(client, (messageId) => {
      gateway.commands.acknowledged(client, messageId).catch(logged(kit, 'noting a delivery failed'));
    });
  });
  return {
    port: await listen(server, port, host),
    async stop() {
      for (const stop of stops) stop();
      server.close();
      await new Promise<void>((resolve) => broker.close(resolve));
    },
  };
}

const logged = (kit: Kit, what: string) => (error: Error) => kit.log.error({ err: error }, what);

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

const openBroker = (gateway: Gateway): Promise<Aedes> =>
  Aedes.createBroker({
    // A connection has this long to sign in.
    connectTimeout: 10_000,
    maxClientsIdLength: 256,
    preConnect(_client, packet, done) {
      // A client id takes over from the connection that has it: only a device's own may. Sessions are not kept, because
      // commands wait in the database and readings with the device.
      packet.clientId = `${packet.username ?? ''}/${packet.clientId ?? ''}`;
      packet.clean = true;
      done(null, true);
    },
    authenticate(client, username, password, done) {
      signIn(gateway, client, username, password).then(
        (known) => (known ? done(null, true) : done(refused(), false)),
        (error: Error) => done(error as AuthenticateError, false),
      );
    },
    authorizePublish(client, packet, done) {
      // A retained message would be kept in the broker's memory; the newest values are in the database.
      packet.retain = false;
      const { topic } = packet;
      // Nobody can subscribe to this: the broker keeps no copy for anybody.
      packet.topic = deadEnd;
      // The acknowledgement goes out when `done` is called: after the commit.
      take(gateway, client, topic, packet.payload as Buffer).then(
        () => done(null),
        (error: Error) => {
          gateway.kit.log.warn({ err: error, topic }, 'a message was not taken: the device sends it again');
          done(error);
        },
      );
    },
    authorizeSubscribe(_client, subscription, done) {
      done(null, subscribable.has(subscription.topic) ? subscription : null);
    },
    // Devices never hear each other: what one publishes is forwarded to nobody, only what this gateway sends itself.
    authorizeForward: (client, packet) => (gateway.commands.stamp(client, packet) ? packet : null),
  });

const refused = () =>
  Object.assign(new Error('bad user name or password'), { returnCode: badCredentials }) as AuthenticateError;

/** Whether the connection is now that of a device. Only what fails is held up, never who has the right secret. */
async function signIn(
  { kit, intake, failures }: Gateway,
  client: DeviceClient,
  name: string | undefined,
  password: Buffer | undefined,
): Promise<boolean> {
  const id = name && password ? await deviceWithSecret(kit, name, password.toString()) : null;
  if (id === null) {
    const address = (client.conn as Socket).remoteAddress ?? '';
    if (failures.note(name ?? '', address)) await pause(lateRefusalMs);
    return false;
  }
  client.deviceId = id;
  await intake.directory.load([id]);
  return true;
}

function take(
  { kit, intake, pace }: Gateway,
  client: DeviceClient | null,
  topic: string,
  payload: Buffer,
): Promise<void> {
  const id = client?.deviceId;
  if (id === undefined) return Promise.reject(new Error('not a device'));
  const handle = (one: KnownDevice | undefined) =>
    one ? receive(kit, intake, one, topic, payload) : Promise.reject(new Error('not a device'));
  const { directory } = intake;
  const read = () => {
    const known = directory.peek(id);
    return known ? handle(known) : directory.load([id]).then(() => handle(directory.peek(id)));
  };
  const waitMs = pace.take(id, payload.length, ownTransaction(topic) ? weightOfOwn : 1);
  return waitMs > 0 ? pause(waitMs).then(read) : read();
}

function followClients(broker: Aedes, { kit, connections, commands }: Gateway): void {
  const failed = logged(kit, 'sending commands failed');
  broker.on('clientReady', (client) => connections.add(client));
  broker.on('clientDisconnect', (client: DeviceClient) => {
    connections.remove(client);
    const other = client.deviceId === undefined ? undefined : connections.listening(client.deviceId);
    if (other && commands.leftUnacknowledged(client)) commands.send(other, { again: true }).catch(failed);
  });
  broker.on('subscribe', (subscriptions, client: DeviceClient) => {
    if (!subscriptions.some((one) => one.topic === `${requestTopic}+`)) return;
    client.listensForCommands = true;
    commands.send(client, { again: true }).catch(failed);
  });
}

function followChanges({ kit, intake: { directory }, connections, commands }: Gateway): (() => void)[] {
  return [
    kit.live.subscribe('commands', (event) => {
      const client = connections.listening((event.data as { deviceId: number }).deviceId);
      if (client) commands.send(client, { again: false }).catch(logged(kit, 'sending commands failed'));
    }),
    // A blocked or removed device is cut off at once.
    kit.live.subscribe('devices', (event) => {
      const { id } = event.data as { id: number };
      if (event.type !== 'changed' || !connections.has(id)) return;
      directory.load([id]).then(
        () => {
          if (directory.peek(id)?.blocked !== false) connections.closeAll(id);
        },
        logged(kit, 'reading a changed device failed'),
      );
    }),
    // Whoever holds the old secret must not stay.
    kit.live.subscribe('credentials', (event) => connections.closeAll((event.data as { id: number }).id)),
  ];
}
