import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Aedes, type AuthenticateError } from 'aedes';
import { CommandListeners } from '#core/commands/server/api.ts';
import { type CachedDevice, deviceSecretHash, deviceWithSecret } from '#core/devices/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { causeOf, oncePerMinute } from '#platform/server/monitoring/once-per-minute.ts';
import { CommandDelivery } from '../command-delivery.ts';
import { type DeviceClient, DeviceConnections } from './device-connections.ts';
import { DeviceRateLimit } from './device-rate-limit.ts';
import { followChanges } from './follow-changes.ts';
import type { TelemetryIntake } from './intake.ts';
import { guardPacketSize, onPuback } from './mqtt-parser.ts';
import { receive } from './receive.ts';
import { SignInFailures } from './sign-in-failures.ts';
import { attributesTopic, requestTopic, responsePattern } from './topics.ts';

const commandTopics = `${requestTopic}+`;
const subscribable = new Set([commandTopics, attributesTopic]);
const discardTopic = 'rasid/taken';
const badCredentials = 4;
// Delays guessing of names and secrets.
const refusalDelayMs = 2000;
const maxHangUpMs = 2000;
// These messages need their own transaction; telemetry and dead letters are batched.
const needsOwnTransaction = (topic: string) => topic === attributesTopic || responsePattern.test(topic);
const ownTransactionWeight = 20;

type Gateway = {
  kit: Kit;
  intake: TelemetryIntake;
  connections: DeviceConnections;
  commands: CommandDelivery;
  listeners: CommandListeners;
  failures: SignInFailures;
  rateLimit: DeviceRateLimit;
};

/** Starts the MQTT gateway. A connection signs in as one device and can publish for that device only. */
export async function startMqttGateway(
  kit: Kit,
  intake: TelemetryIntake,
  port: number,
  host: string,
): Promise<{ port: number; stop: Stop }> {
  const gateway: Gateway = {
    kit,
    intake,
    connections: new DeviceConnections(),
    commands: new CommandDelivery(kit),
    listeners: new CommandListeners(kit),
    failures: new SignInFailures(kit.log),
    rateLimit: new DeviceRateLimit(),
  };
  const broker = await openBroker(gateway);
  followClients(broker, gateway);
  const stops = [followChanges(kit, gateway), gateway.listeners.start()];
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    const client = broker.handle(socket);
    guardPacketSize(client, socket);
    onPuback(client, (messageId) => {
      gateway.commands.handlePuback(client, messageId).catch(logError(kit, 'recording a delivery failed'));
    });
  });
  return {
    port: await listen(server, port, host),
    async stop() {
      server.close();
      await new Promise<void>((resolve) => broker.close(resolve));
      for (const stop of stops) await stop();
    },
  };
}

const logError = (kit: Kit, what: string) => (error: Error) => kit.log.error({ err: error }, what);

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
      // A connection takes over the client id of another one, so ids are prefixed with the device. Sessions are not
      // persistent: commands are queued in the database and readings on the device.
      packet.clientId = `${packet.username ?? ''}/${packet.clientId ?? ''}`;
      packet.clean = true;
      done(null, true);
    },
    authenticate(client, username, password, done) {
      signIn(gateway, client, username, password).then(
        (device) => (device ? done(null, true) : done(refusal(), false)),
        (error: Error) => hangUp(gateway, client, error),
      );
    },
    authorizePublish(client, packet, done) {
      // The broker would keep retained messages in memory; latest values are in the database.
      packet.retain = false;
      const { topic } = packet;
      // Nobody can subscribe to this topic, so the broker forwards no copy.
      packet.topic = discardTopic;
      // `done` sends the acknowledgement, after the commit.
      receiveThrottled(gateway, client, topic, packet.payload as Buffer).then(
        () => done(null),
        (error: Error) => {
          const message = 'a message was not accepted: the device sends it again';
          oncePerMinute(gateway.kit.log).write('warn', { err: error, topic }, message, `${message} ${causeOf(error)}`);
          done(error);
        },
      );
    },
    authorizeSubscribe(client: DeviceClient, subscription, done) {
      const granted = subscribable.has(subscription.topic) ? subscription : null;
      if (granted?.topic !== commandTopics || client.deviceId === undefined) return done(null, granted);
      // The device counts as reachable before its subscription is acknowledged.
      gateway.listeners
        .add(client.deviceId)
        .catch(logError(gateway.kit, 'recording a subscription failed'))
        .then(() => done(null, granted));
    },
    // Only packets of this gateway are forwarded, so devices never receive messages of other devices.
    authorizeForward: (client, packet) => (gateway.commands.assignMessageId(client, packet) ? packet : null),
  });

const refusal = () =>
  Object.assign(new Error('bad user name or password'), { returnCode: badCredentials }) as AuthenticateError;

/**
 * Closes a connection that could not be signed in for a temporary reason. Many clients treat any refusal as final, also
 * "server unavailable", but all of them connect again after a lost connection. The delay differs, so that they do not
 * all return at once.
 */
function hangUp({ kit }: Gateway, client: DeviceClient, error: Error): void {
  oncePerMinute(kit.log).write('warn', { err: error }, 'devices cannot sign in at the moment');
  setTimeout(() => (client.conn as Socket).destroy(), Math.random() * maxHangUpMs);
}

/** Signs in a connection. Only failures are delayed, never a correct secret. */
async function signIn(
  { kit, intake, failures }: Gateway,
  client: DeviceClient,
  name: string | undefined,
  password: Buffer | undefined,
): Promise<boolean> {
  const id = name && password ? await deviceWithSecret(kit, name, password.toString()) : null;
  if (id === null || !password) {
    const address = (client.conn as Socket).remoteAddress ?? '';
    if (failures.record(name ?? '', address)) await pause(refusalDelayMs);
    return false;
  }
  client.deviceId = id;
  client.secretHash = deviceSecretHash(password.toString());
  await intake.directory.load([id]);
  return true;
}

function receiveThrottled(
  { kit, intake, rateLimit }: Gateway,
  client: DeviceClient | null,
  topic: string,
  payload: Buffer,
): Promise<void> {
  const id = client?.deviceId;
  if (id === undefined) return Promise.reject(new Error('not a device'));
  const handle = (device: CachedDevice | undefined) =>
    device ? receive(kit, intake, device, topic, payload) : Promise.reject(new Error('not a device'));
  const { directory } = intake;
  const receiveLoaded = () => {
    const device = directory.peek(id);
    return device ? handle(device) : directory.load([id]).then(() => handle(directory.peek(id)));
  };
  const waitMs = rateLimit.consume(id, payload.length, needsOwnTransaction(topic) ? ownTransactionWeight : 1);
  return waitMs > 0 ? pause(waitMs).then(receiveLoaded) : receiveLoaded();
}

function followClients(broker: Aedes, { kit, connections, commands, listeners }: Gateway): void {
  const logFailure = logError(kit, 'sending commands failed');
  const logUnrecorded = logError(kit, 'recording a subscription failed');
  broker.on('clientReady', (client) => connections.add(client));
  broker.on('clientDisconnect', (client: DeviceClient) => {
    connections.remove(client);
    const otherClient = client.deviceId === undefined ? undefined : connections.commandConnection(client.deviceId);
    if (otherClient && commands.hasUnacknowledged(client))
      commands.send(otherClient, { resend: true }).catch(logFailure);
    if (!otherClient && client.deviceId !== undefined) listeners.remove(client.deviceId).catch(logUnrecorded);
  });
  broker.on('subscribe', (subscriptions, client: DeviceClient) => {
    if (!subscriptions.some((subscription) => subscription.topic === commandTopics)) return;
    client.subscribesCommands = true;
    if (client.deviceId !== undefined && !client.closed) listeners.add(client.deviceId).catch(logUnrecorded);
    commands.send(client, { resend: true }).catch(logFailure);
  });
}
