import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import { expect, test } from 'vitest';
import { eventually } from '#main/test-device.ts';
import { VirtualDevice, type VirtualModel } from './virtual-device.ts';

test('a device that falls silent while it has lost its connection comes back and reports', async () => {
  const broker = await Aedes.createBroker();
  let heard = 0;
  broker.on('publish', (_packet, client) => {
    if (client) heard++;
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
  // The fourth of seven goes wrong now and then.
  const device = new VirtualDevice(
    client,
    { demo: { natures: {} }, sensors: [], reportEverySeconds: 60 } as unknown as VirtualModel,
    {},
    3,
  );
  let now = Date.now();
  const live = async (wanted: () => boolean) =>
    eventually(async () => {
      device.live(now);
      return wanted();
    }, Boolean);
  const nextMood = () => {
    now += 1_000_000;
    device.live(now);
  };

  await live(() => client.connected);
  first.close();
  for (const socket of sockets) socket.destroy();
  await eventually(async () => client.reconnecting, Boolean);
  for (const _wellWrongWellSilent of [1, 2, 3]) nextMood();
  const again = await open(port);
  nextMood();
  const before = heard;
  await live(() => heard > before && client.connected);
  expect(heard).toBeGreaterThan(before);

  await device.end();
  again.close();
  broker.close();
}, 20_000);
