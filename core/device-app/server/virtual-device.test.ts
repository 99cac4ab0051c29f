import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';
import { expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { VirtualDevice, type VirtualModel } from './virtual-device.ts';

test('a virtual device that goes offline while its connection is lost reconnects and reports again', async () => {
  const broker = await Aedes.createBroker();
  let publishCount = 0;
  broker.on('publish', (_packet, client) => {
    if (client) publishCount++;
  });
  const sockets = new Set<Socket>();
  const open = async (port: number): Promise<Server> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      broker.handle(socket);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const first = await open(0);
  const { port } = first.address() as { port: number };
  const client = mqtt.connect({ host: '127.0.0.1', port, reconnectPeriod: 20, manualConnect: true });
  client.on('error', () => undefined);
  // The fourth of seven devices has faults.
  const device = new VirtualDevice(
    client,
    { demo: { natures: {} }, sensors: [], reportEverySeconds: 60 } as unknown as VirtualModel,
    { latest: {}, config: {} },
    3,
  );
  let now = Date.now();
  const tickUntil = async (condition: () => boolean) =>
    eventually(async () => {
      device.tick(now);
      return condition();
    }, Boolean);
  const nextPhase = () => {
    now += 1_000_000;
    device.tick(now);
  };

  await tickUntil(() => client.connected);
  first.close();
  for (const socket of sockets) socket.destroy();
  await eventually(async () => client.reconnecting, Boolean);
  for (const _phase of [1, 2, 3]) nextPhase();
  const again = await open(port);
  nextPhase();
  const before = publishCount;
  await tickUntil(() => publishCount > before && client.connected);
  expect(publishCount).toBeGreaterThan(before);

  await device.end();
  again.close();
  broker.close();
});

test('a virtual device waits for a broker that is slow to answer instead of connecting again', async () => {
  const broker = await Aedes.createBroker();
  let answer: () => void = () => undefined;
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let attempts = 0;
  broker.preConnect = (_client, _packet, done) => {
    attempts++;
    void mayAnswer.then(() => done(null, true));
  };
  const server = createServer((socket) => broker.handle(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client = mqtt.connect({ host: '127.0.0.1', port, reconnectPeriod: 20, manualConnect: true });
  const model = { demo: {}, sensors: [], reportEverySeconds: 60 } as unknown as VirtualModel;
  const device = new VirtualDevice(client, model, { latest: {}, config: {} }, 0);
  const now = Date.now();
  const tickUntil = (condition: () => boolean) =>
    eventually(async () => {
      device.tick(now);
      return condition();
    }, Boolean);

  await tickUntil(() => attempts > 0);
  for (let second = 1; second <= 5; second++) device.tick(now + second * 1000);
  answer();
  await tickUntil(() => client.connected);
  expect(attempts).toBe(1);

  await device.end();
  server.close();
  broker.close();
});

test('a sleeping virtual device is connected only for a while after it woke up or its button was pressed', async () => {
  const broker = await Aedes.createBroker();
  let reports = 0;
  broker.on('publish', (_packet, client) => {
    if (client) reports++;
  });
  const server = createServer((socket) => broker.handle(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client = mqtt.connect({ host: '127.0.0.1', port, reconnectPeriod: 20, manualConnect: true });
  const sleeps = { everySeconds: 1800, awakeSeconds: 60 };
  const model = { demo: {}, sensors: [], reportEverySeconds: 60, sleeps } as unknown as VirtualModel;
  const device = new VirtualDevice(client, model, { latest: {}, config: {} }, 0);
  let now = Date.now();
  const reportsAgain = async () => {
    const before = reports;
    await eventually(async () => {
      device.tick(now);
      return client.connected && reports > before;
    }, Boolean);
  };
  const fallsAsleep = async () => {
    now += 61_000;
    device.tick(now);
    await eventually(
      async () => client.connected,
      (connected) => !connected,
    );
    device.tick(now + 1_700_000);
    expect(client.connected || client.reconnecting).toBe(false);
  };

  await reportsAgain();
  await fallsAsleep();
  device.wake(now);
  await reportsAgain();
  await fallsAsleep();
  now += 1_800_000;
  await reportsAgain();

  await device.end();
  server.close();
  broker.close();
});

test('nothing arrives from a virtual device while it is unheard, and its next report follows', () => {
  let published = 0;
  const client = { on: () => undefined, connected: true, publish: () => ++published } as unknown as MqttClient;
  let unheard = true;
  const model = { demo: { isUnheard: () => unheard }, sensors: [], reportEverySeconds: 1, serial: 'A1' };
  const device = new VirtualDevice(client, model as unknown as VirtualModel, { latest: {}, config: {} }, 0);
  const now = Date.now();
  device.tick(now + 1000);
  expect(published).toBe(0);
  unheard = false;
  device.tick(now + 2000);
  expect(published).toBe(1);
});
