import { createServer, type Socket } from 'node:net';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { deviceWithSecret, type KnownDevice, moveCommand, queuedCommands } from '#core/devices/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { gauge } from '#platform/server/metrics.ts';
import { mergeAttributes } from './attributes.ts';
import { keepAside } from './dead-letters.ts';
import type { Intake } from './intake.ts';
import { guardPacketSize } from './packet-size.ts';

const telemetryTopic = 'v1/devices/me/telemetry';
const attributesTopic = 'v1/devices/me/attributes';
const requestTopic = 'v1/devices/me/rpc/request/';
const responsePattern = /^v1\/devices\/me\/rpc\/response\/(\d{1,15})$/;
const subscribable = new Set([`${requestTopic}+`, attributesTopic]);
const deadEnd = 'rasid/taken';
const badCredentials = 4;
const maxFailuresPerMinute = 20;
const connections = gauge('mqtt_connections', 'Devices connected to this gateway');

/** A connection that has signed in. */
type DeviceClient = Client & { deviceId?: number; listensForCommands?: boolean; awaiting?: Map<number, number> };

/** The MQTT door for devices: who signs in is one device, and speaks for that one only. */
export async function startMqttGateway(
  kit: Kit,
  intake: Intake,
  port: number,
  host: string,
): Promise<{ port: number; stop: Stop }> {
  const { directory } = intake;
  const online = new Map<number, DeviceClient>();
  const ours = new WeakSet<Buffer>();
  const failures = new Map<string, { count: number; since: number }>();

  const device = (client: DeviceClient | null): Promise<KnownDevice | undefined> | KnownDevice | undefined => {
    const id = client?.deviceId;
    if (id === undefined) return undefined;
    return directory.peek(id) ?? directory.load([id]).then(() => directory.peek(id));
  };

  const broker = await Aedes.createBroker({
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
      const refused = Object.assign(new Error('bad user name or password'), {
        returnCode: badCredentials,
      }) as AuthenticateError;
      const address = (client.conn as Socket).remoteAddress ?? '';
      if (!username || !password || tooManyFailures(failures, `${address} ${username}`)) return done(refused, false);
      deviceWithSecret(kit, username, password.toString()).then(
        (id) => {
          if (id === null) {
            noteFailure(failures, `${address} ${username}`);
            return done(refused, false);
          }
          (client as DeviceClient).deviceId = id;
          directory.load([id]).then(
            () => done(null, true),
            (error: Error) => done(error as AuthenticateError, false),
          );
        },
        (error: Error) => done(error as AuthenticateError, false),
      );
    },
    authorizePublish(client, packet, done) {
      // A retained message would be kept in the broker's memory; the newest values are in the database.
      packet.retain = false;
      const { topic } = packet;
      // Nobody can subscribe to this: the broker keeps no copy for anybody.
      packet.topic = deadEnd;
      const known = device(client);
      // The acknowledgement goes out when `done` is called: after the commit.
      const handle = (one: KnownDevice | undefined) =>
        one ? receive(one, topic, packet.payload as Buffer) : Promise.reject(new Error('not a device'));
      const work = known instanceof Promise ? known.then(handle) : handle(known);
      work.then(
        () => done(null),
        (error: Error) => {
          kit.log.warn({ err: error, topic }, 'a message was not taken: the device sends it again');
          done(error);
        },
      );
    },
    authorizeSubscribe(_client, subscription, done) {
      done(null, subscribable.has(subscription.topic) ? subscription : null);
    },
    // Devices never hear each other: what one publishes is forwarded to nobody, only what this gateway sends itself.
    authorizeForward: (_client, packet) => (ours.has(packet.payload as Buffer) ? packet : null),
  });

  async function receive(one: KnownDevice, topic: string, payload: Buffer): Promise<void> {
    if (topic === telemetryTopic) return intake.take(one, topic, payload);
    if (topic === attributesTopic) return mergeAttributes(kit, one, topic, payload);
    const answered = responsePattern.exec(topic)?.[1];
    if (answered) return receiveAnswer(one, Number(answered), topic, payload);
    return keepAside(kit, one, topic, payload, [{ param: 'topic', msg: 'foreign-topic' }]);
  }

  async function receiveAnswer(one: KnownDevice, commandId: number, topic: string, payload: Buffer): Promise<void> {
    let answer: unknown;
    try {
      answer = JSON.parse(payload.toString('utf8'));
    } catch {
      return keepAside(kit, one, topic, payload, [{ param: '', msg: 'broken-json' }]);
    }
    const failed = typeof answer === 'object' && answer !== null && 'error' in answer;
    await moveCommand(kit, one.id, commandId, failed ? 'failed' : 'confirmed', answer);
  }

  async function sendQueued(client: DeviceClient): Promise<void> {
    const id = client.deviceId;
    if (id === undefined || !client.listensForCommands) return;
    for (const command of await queuedCommands(kit, id)) {
      if (!(await moveCommand(kit, id, command.id, 'sent'))) continue;
      const payload = Buffer.from(JSON.stringify({ method: command.method, params: command.params }));
      ours.add(payload);
      const packet = {
        cmd: 'publish',
        topic: `${requestTopic}${command.id}`,
        payload,
        qos: 1,
        retain: false,
        dup: false,
      } as const;
      client.publish(packet, (error) => {
        if (error) kit.log.warn({ err: error, command: command.id }, 'a command could not be written');
      });
    }
  }
  const failed = (what: string) => (error: Error) => kit.log.error({ err: error }, what);

  broker.on('clientReady', (client) => {
    const { deviceId } = client as DeviceClient;
    if (deviceId !== undefined) online.set(deviceId, client as DeviceClient);
    connections.set(online.size);
  });
  broker.on('clientDisconnect', (client) => {
    const { deviceId } = client as DeviceClient;
    if (deviceId !== undefined && online.get(deviceId) === client) online.delete(deviceId);
    connections.set(online.size);
  });
  broker.on('subscribe', (subscriptions, client) => {
    if (!subscriptions.some((one) => one.topic === `${requestTopic}+`)) return;
    (client as DeviceClient).listensForCommands = true;
    sendQueued(client as DeviceClient).catch(failed('sending commands failed'));
  });
  broker.on('ack', (packet, client) => {
    const { deviceId } = client as DeviceClient;
    const id = packet && 'topic' in packet ? Number(String(packet.topic).slice(requestTopic.length)) : Number.NaN;
    if (deviceId !== undefined && Number.isInteger(id))
      moveCommand(kit, deviceId, id, 'delivered').catch(failed('noting a delivery failed'));
  });
  const stopCommands = kit.live.subscribe('commands', (event) => {
    const client = online.get((event.data as { deviceId: number }).deviceId);
    if (client) sendQueued(client).catch(failed('sending commands failed'));
  });
  // A blocked or removed device is cut off at once.
  const stopChanges = kit.live.subscribe('devices', (event) => {
    const id = (event.data as { id: number }).id;
    if (event.type !== 'changed' || !online.has(id)) return;
    directory.load([id]).then(() => {
      if (directory.peek(id)?.blocked !== false) online.get(id)?.close();
    }, failed('reading a changed device failed'));
  });

  // Whoever holds the old secret must not stay.
  const stopRenewals = kit.live.subscribe('credentials', (event) =>
    online.get((event.data as { id: number }).id)?.close(),
  );

  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    guardPacketSize(broker.handle(socket), socket);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async stop() {
      stopCommands();
      stopChanges();
      stopRenewals();
      server.close();
      await new Promise<void>((resolve) => broker.close(resolve));
    },
  };
}

function tooManyFailures(failures: Map<string, { count: number; since: number }>, key: string): boolean {
  const known = failures.get(key);
  if (known && Date.now() - known.since > 60_000) failures.delete(key);
  return (failures.get(key)?.count ?? 0) >= maxFailuresPerMinute;
}

function noteFailure(failures: Map<string, { count: number; since: number }>, key: string): void {
  if (failures.size > 10_000) failures.clear();
  const known = failures.get(key) ?? { count: 0, since: Date.now() };
  failures.set(key, { ...known, count: known.count + 1 });
}
