import { describe, expect, test } from 'vitest';
import { connect, post } from '#main/testing/test-connectors.ts';
import { eventually } from '#main/testing/test-device.ts';
import {
  addSwitch,
  codecId,
  commandOf,
  downlinksOf,
  given,
  keep,
  link,
  reaches,
  send,
  targetOf,
  withDownlinks,
} from '#main/testing/test-downlinks.ts';
import { ttsMessages } from '../fixtures/tts.ts';
import { VirtualTheThingsStack } from '../virtual/tts.ts';

withDownlinks();

describe('through The Things Stack', () => {
  async function setUp() {
    const connector = await connect('tts', { codecId });
    const network = keep(await VirtualTheThingsStack.start(targetOf(connector), 'NNSXS.KEY'));
    const device = await addSwitch();
    await link(connector, { url: network.server.url });
    await network.uplink(device.serial, { decoded_payload: {} });
    return { connector, network, device };
  }

  test('a command goes to the address in the messages of the device, with the key in them, and follows the reports of the network', async () => {
    const { connector, network, device } = await setUp();
    const command = await send(device);
    await given(connector);
    await network.tellQueued(device.serial);
    expect((await commandOf(device, command)).state).toBe('queued');
    const downlink = await network.transmit(device.serial);
    expect(downlink).toMatchObject({ f_port: 7, confirmed: true, correlation_ids: [`rasid:cmd:${command.id}`] });
    await reaches(device, command, 'sent');
    if (downlink) await network.tell(device.serial, 'downlink_ack', downlink);
    await reaches(device, command, 'delivered');
    const refused = await send(device, 'ping', { port: 2 });
    await given(connector);
    const second = await network.transmit(device.serial);
    if (second) await network.tell(device.serial, 'downlink_nack', second);
    expect(await reaches(device, refused, 'failed')).toMatchObject({ reason: 'nack' });
  });

  test('a report of the network about another device does not affect the command of this one', async () => {
    const { connector, network, device } = await setUp();
    const neighbour = await addSwitch();
    await network.uplink(neighbour.serial, { decoded_payload: {} });
    const command = await send(device);
    await given(connector);
    const [downlink] = [...network.queues.values()].flat();
    if (downlink) expect(await network.tell(neighbour.serial, 'downlink_nack', downlink)).toBe(200);
    expect((await commandOf(device, command)).state).toBe('queued');
    await network.transmit(device.serial);
    await reaches(device, command, 'sent');
  });

  test('a command whose answer is lost is not pushed again once the network has reported that it is queued', async () => {
    const { connector, network, device } = await setUp();
    network.server.fates.push('lost');
    await send(device);
    await eventually(
      async () => network.queues.size,
      (size) => size === 1,
    );
    await network.tellQueued(device.serial);
    await given(connector);
    expect(network.server.calls).toHaveLength(1);
  });

  test('a command waits until a message of the device contains the address for it', async () => {
    const connector = await connect('tts', { codecId });
    const network = keep(await VirtualTheThingsStack.start(targetOf(connector), 'NNSXS.KEY'));
    const device = await addSwitch();
    await link(connector, { url: network.server.url });
    // Without the addresses for answers.
    const { up } = ttsMessages(new Date().toISOString());
    await post(connector, { ...up, end_device_ids: { ...up.end_device_ids, dev_eui: device.serial } });
    await send(device);
    await eventually(
      () => downlinksOf(connector),
      ([newest]) => newest?.state === 'waiting' && newest.attempts === 1,
    );
    await network.uplink(device.serial, { decoded_payload: {} });
    await given(connector);
    expect(network.queues.size).toBe(1);
  });

  test('no command goes to another server than that of the connector', async () => {
    const { connector, device } = await setUp();
    await link(connector, { url: 'http://127.0.0.1:9' });
    expect(await reaches(device, await send(device), 'failed')).toMatchObject({ reason: 'no-route' });
  });
});
