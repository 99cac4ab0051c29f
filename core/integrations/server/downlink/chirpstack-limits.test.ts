import { expect, test } from 'vitest';
import { connect, customer } from '#main/testing/test-connectors.ts';
import { eventually } from '#main/testing/test-device.ts';
import {
  addSwitch,
  codecId,
  commandOf,
  given,
  keep,
  link,
  reaches,
  send,
  targetOf,
  withDownlinks,
} from '#main/testing/test-downlinks.ts';
import { VirtualChirpstack } from '../virtual/chirpstack.ts';

withDownlinks();

async function setUp() {
  const connector = await connect('chirpstack', { codecId });
  const network = keep(await VirtualChirpstack.start(targetOf(connector), 'token'));
  const device = await addSwitch();
  await network.status(device.serial);
  expect((await link(connector, { url: network.server.url, key: 'token' })).status).toBe(200);
  return { connector, network, device, queue: () => network.queues.get(device.serial.toLowerCase()) ?? [] };
}

test('a command is sent as bytes and by a port for applications, or has failed', async () => {
  const source = `function decodeUplink(input) { return { data: {} }; }
function encodeDownlink(input) {
return input.data.method === 'mode' ? { bytes: [1], fPort: input.data.mode === 'day' ? 223 : 224 } : { bytes: [input.data.port], fPort: 1 };
}`;
  const samples = [{ name: 'any', form: 'hex', payload: '00', expected: {} }];
  const codec = (await customer.call('POST', '/codec', { body: { name: 'Limits', source, samples } })).body.data.id;
  await customer.call('POST', `/codec/${codec}/activate`, { body: { number: 1 } });
  const { connector, device, queue } = await setUp();
  await customer.call('PATCH', `/connector/${connector.id}`, { body: { codecId: codec } });
  for (const [method, params] of [
    ['ping', { port: 256 }],
    ['mode', { mode: 'night' }],
  ] as const)
    expect(await reaches(device, await send(device, method, params), 'failed')).toMatchObject({
      reason: 'codec-failed',
    });
  for (const [method, params] of [
    ['ping', { port: 255 }],
    ['mode', { mode: 'day' }],
  ] as const)
    await send(device, method, params);
  await eventually(
    async () => queue().length,
    (length) => length === 2,
    60_000,
  );
  expect(queue().map(({ data, fPort }) => [[...Buffer.from(data, 'base64')], fPort])).toEqual([
    [[255], 1],
    [[1], 223],
  ]);
});

test('what the network sent before a command whose answer is lost is not taken for the command', async () => {
  const { connector, network, device, queue } = await setUp();
  // Somebody else has sent something through the same queue.
  await fetch(`${network.server.url}/api/devices/${device.serial.toLowerCase()}/queue`, {
    method: 'POST',
    headers: { 'grpc-metadata-authorization': 'Bearer token' },
    body: JSON.stringify({ queueItem: { data: Buffer.from('reset').toString('base64'), fPort: 9 } }),
  });
  await network.transmit(device.serial);
  network.server.fates.push('lost');
  const command = await send(device);
  await given(connector);
  expect((await commandOf(device, command)).state).toBe('queued');
  expect(queue()).toHaveLength(1);
  await network.transmit(device.serial);
  await reaches(device, command, 'sent');
});
