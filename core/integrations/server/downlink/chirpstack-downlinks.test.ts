import { describe, expect, test } from 'vitest';
import { app, customer } from '#main/testing/test-connectors.ts';
import { eventually } from '#main/testing/test-device.ts';
import {
  chirpstackSwitch,
  commandOf,
  downlinksOf,
  given,
  hold,
  link,
  type Made,
  reaches,
  send,
  text,
  withDownlinks,
} from '#main/testing/test-downlinks.ts';

withDownlinks();

describe('through ChirpStack', () => {
  test('a command waits in the queue of the network until it is sent, is delivered when the device acknowledges it, and confirmed only by a new reading', async () => {
    const { connector, network, device, queue } = await chirpstackSwitch();
    network.twice = true;
    const command = await send(device, 'mode', { mode: 'day' });
    await given(connector);
    expect(queue()).toMatchObject([{ fPort: 7, confirmed: true }]);
    expect(text(queue()[0]?.data ?? '')).toBe('modeday');
    expect((await commandOf(device, command)).state).toBe('queued');
    const item = await network.transmit(device.serial);
    await reaches(device, command, 'sent');
    await network.acknowledge(device.serial, item?.id ?? '');
    const delivered = await reaches(device, command, 'delivered');
    expect(delivered.trace.map(({ state }) => state)).toEqual(['queued', 'sent', 'delivered']);
    const plain = await customer.call('PATCH', `/connector/${connector.id}`, { body: { codecId: null } });
    expect(plain.status).toBe(200);
    await network.uplink(device.serial, { object: { mode: 'night' } });
    expect((await commandOf(device, command)).state).toBe('delivered');
    await network.uplink(device.serial, { object: { mode: 'day' } });
    await reaches(device, command, 'confirmed');
  });

  test('a command that the device refuses has failed', async () => {
    const { network, connector, device } = await chirpstackSwitch();
    const command = await send(device);
    await given(connector);
    const item = await network.transmit(device.serial);
    await network.acknowledge(device.serial, item?.id ?? '', false);
    expect(await reaches(device, command, 'failed')).toMatchObject({ reason: 'nack' });
  });

  test('a command whose answer is lost is found in the queue, and put there once', async () => {
    const { network, connector, device, queue } = await chirpstackSwitch();
    network.server.fates.push('lost');
    const command = await send(device);
    const [downlink] = await given(connector);
    expect(downlink).toMatchObject({ attempts: 2 });
    expect(queue()).toHaveLength(1);
    await network.transmit(device.serial);
    await reaches(device, command, 'sent');
  });

  test('a command whose answer is lost and that is sent meanwhile is not sent again', async () => {
    const { network, connector, device, queue } = await chirpstackSwitch();
    network.server.fates.push('lost');
    const command = await send(device);
    await eventually(
      async () => queue().length,
      (length) => length === 1,
    );
    await network.transmit(device.serial);
    await given(connector);
    await reaches(device, command, 'sent');
    expect([queue().length, network.server.calls.filter(({ method }) => method === 'POST').length]).toEqual([0, 1]);
  });

  test('a command is given once although the process ends within the call', async () => {
    const { network, connector, device, queue } = await chirpstackSwitch();
    await hold(connector, true);
    const command = await send(device);
    // The network has accepted it, and the process ended before it recorded that.
    await app.kit.pool.query('UPDATE connector_downlink SET attempts = 1 WHERE connector_id = $1', [connector.id]);
    const cancelled = await customer.call('POST', `/sample/device/${device.id}/command/${command.id}/cancel`);
    expect([cancelled.status, cancelled.body.word]).toEqual([409, 'command-not-queued']);
    await fetch(`${network.server.url}/api/devices/${device.serial.toLowerCase()}/queue`, {
      method: 'POST',
      headers: { 'grpc-metadata-authorization': 'Bearer token' },
      body: JSON.stringify({ queueItem: { data: Buffer.from('ping').toString('base64'), fPort: 7 } }),
    });
    await hold(connector, false);
    await given(connector);
    expect(queue()).toHaveLength(1);
    await network.transmit(device.serial);
    await reaches(device, command, 'sent');
  });

  test('a command can be cancelled while it waits here, but not once the network has it', async () => {
    const { network, connector, device, queue } = await chirpstackSwitch();
    network.server.fates.push('busy');
    const waiting = await send(device, 'ping', { port: 1 });
    await eventually(
      () => downlinksOf(connector),
      ([newest]) => newest?.status === 503,
    );
    const cancel = ({ id }: Made) => customer.call('POST', `/sample/device/${device.id}/command/${id}/cancel`);
    expect((await cancel(waiting)).body.data).toMatchObject({ state: 'failed', reason: 'cancelled' });
    const next = await send(device, 'ping', { port: 2 });
    await given(connector);
    const late = await cancel(next);
    expect([late.status, late.body.word]).toEqual([409, 'command-not-queued']);
    await given(connector);
    expect(queue().map(({ data }) => text(data))).toEqual(['ping2']);
  });

  test('a command is sent as bytes and by a port for applications, or has failed', async () => {
    const source = `function decodeUplink(input) { return { data: {} }; }
function encodeDownlink(input) {
  return input.data.method === 'mode' ? { bytes: [1], fPort: input.data.mode === 'day' ? 223 : 224 } : { bytes: [input.data.port], fPort: 1 };
}`;
    const samples = [{ name: 'any', form: 'hex', payload: '00', expected: {} }];
    const codec = (await customer.call('POST', '/codec', { body: { name: 'Limits', source, samples } })).body.data.id;
    await customer.call('POST', `/codec/${codec}/activate`, { body: { number: 1 } });
    const { connector, device, queue } = await chirpstackSwitch();
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
    const { connector, network, device, queue } = await chirpstackSwitch();
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

  test('a command without a codec, or with a key that the network refuses, has failed with the reason', async () => {
    const { connector, device, network } = await chirpstackSwitch();
    await link(connector, { url: network.server.url, key: 'other' });
    expect(await reaches(device, await send(device), 'failed')).toMatchObject({ reason: 'network-refused' });
    expect((await downlinksOf(connector))[0]).toMatchObject({ state: 'failed', status: 401 });
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { codecId: null } });
    expect(await reaches(device, await send(device), 'failed')).toMatchObject({ reason: 'codec-failed' });
  });
});
