import { describe, expect, test } from 'vitest';
import { connect, customer, other, post } from '#main/testing/test-connectors.ts';
import {
  addSwitch,
  codecId,
  commandOf,
  downlinksOf,
  keep,
  link,
  reaches,
  send,
  targetOf,
  withDownlinks,
} from '#main/testing/test-downlinks.ts';
import { VirtualTraccar } from '../virtual/traccar.ts';
import { postTo } from '../virtual/virtual-server.ts';

withDownlinks();

describe('through Traccar', () => {
  async function setUp() {
    const connector = await connect('traccar', { codecId });
    const network = keep(
      await VirtualTraccar.start(targetOf(connector), 'token', ({ attributes }) => attributes.data === 'unlock'),
    );
    const device = await addSwitch();
    await link(connector, { url: network.server.url, key: 'token' });
    expect(await network.forward(device.serial)).toBe(200);
    return { connector, network, device };
  }

  test('a command is sent as text, and fails if the protocol does not support text', async () => {
    const { network, device } = await setUp();
    await reaches(device, await send(device, 'ping', { port: 5 }), 'sent');
    expect(network.commands).toEqual([{ deviceId: 7, type: 'custom', attributes: { data: 'ping5' } }]);
    expect(await reaches(device, await send(device, 'unlock'), 'failed')).toMatchObject({ reason: 'network-refused' });
  });

  test('a command that Traccar knows by its type is sent as that type, without a codec, and its result is reported', async () => {
    const { network, device, connector } = await setUp();
    const way = async () => (await customer.call('GET', `/device/${device.id}/connector`)).body.data;
    expect(await way()).toEqual({ kind: 'traccar', takesCommands: true });
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { codecId: null } });
    await reaches(device, await send(device, 'positionSingle'), 'sent');
    const text = await send(device, 'custom', { data: 'WHERE#' });
    await reaches(device, text, 'sent');
    expect(network.commands).toEqual([
      { deviceId: 7, type: 'positionSingle', attributes: {} },
      { deviceId: 7, type: 'custom', attributes: { data: 'WHERE#' } },
    ]);
    const answered = {
      event: { type: 'commandResult', deviceId: 7, eventTime: new Date().toISOString(), attributes: { result: 'OK' } },
      device: { id: 7, uniqueId: device.serial },
    };
    await reaches(device, await send(device, 'rebootDevice'), 'sent');
    expect(await postTo(targetOf(connector), answered, 5000)).toBe(200);
    const log = await customer.call('GET', `/sample/device/${device.id}/log?kind=network-log`);
    expect(log.body.data[0].data).toMatchObject({ code: 'commandResult', description: 'OK' });
  });

  test('a command of Traccar is refused without a connector of Traccar, or without its server', async () => {
    const order = { method: 'positionSingle', params: {} };
    const refused = async (device: { id: number }) => {
      const reply = await customer.call('POST', `/sample/device/${device.id}/command`, { body: order });
      return [reply.status, reply.body.word];
    };
    const none = [409, 'no-commands-through-connector'];
    const device = await addSwitch();
    expect(await refused(device)).toEqual(none);
    const { serial } = device;
    const phone = await connect('osmand');
    expect(
      (await post(phone, '', `/osmand?id=${serial}&lat=25&lon=55&timestamp=${Math.floor(Date.now() / 1000)}`)).status,
    ).toBe(200);
    expect((await customer.call('GET', `/device/${device.id}/connector`)).body.data).toEqual({
      kind: 'osmand',
      takesCommands: false,
    });
    expect(await refused(device)).toEqual(none);
    const { network, device: tracked, connector } = await setUp();
    await customer.call('DELETE', `/connector/${connector.id}/link`);
    expect(await refused(tracked)).toEqual(none);
    expect(network.commands).toEqual([]);
    const history = await customer.call('GET', `/sample/device/${tracked.id}/command`);
    expect(history.body.data).toEqual([]);
    expect((await other.call('GET', `/device/${tracked.id}/connector`)).status).toBe(404);
  });

  test('a command is delivered once its device answers, if it is the only one that was sent', async () => {
    const { connector, device } = await setUp();
    const answer = (eventTime: string) =>
      postTo(
        targetOf(connector),
        {
          event: { type: 'commandResult', deviceId: 7, eventTime, attributes: { result: 'OK' } },
          device: { id: 7, uniqueId: device.serial },
        },
        5000,
      );
    const first = await send(device, 'ping', { port: 5 });
    await reaches(device, first, 'sent');
    expect(await answer(new Date(Date.now() - 1000).toISOString())).toBe(200);
    await reaches(device, first, 'delivered');
    const [second, third] = [await send(device, 'ping', { port: 6 }), await send(device, 'ping', { port: 7 })];
    await reaches(device, second, 'sent');
    await reaches(device, third, 'sent');
    expect(await answer(new Date().toISOString())).toBe(200);
    expect([await commandOf(device, second), await commandOf(device, third)]).toMatchObject([
      { state: 'sent' },
      { state: 'sent' },
    ]);
    expect((await downlinksOf(connector))[0]).toMatchObject({ app: 'sample', method: 'ping', params: { port: 7 } });
    const log = await customer.call('GET', `/sample/device/${device.id}/log?kind=network-log`);
    expect(log.body.data[0].data).toMatchObject({ code: 'commandResult', description: 'OK' });
  });

  test('a position whose answer is lost is forwarded again and taken once', async () => {
    const { connector, network, device } = await setUp();
    network.losesAnswers = true;
    expect(await network.forward(device.serial, { batteryLevel: 33 })).toBe(200);
    const { data } = (await customer.call('GET', `/connector/${connector.id}/message`)).body;
    const taken = data.filter(({ body }: { body: string }) => body.includes('"batteryLevel":33'));
    expect(taken).toMatchObject([{ outcome: 'accepted', device: { id: device.id } }]);
  });

  test('a command whose answer is lost counts as sent and is not sent twice', async () => {
    const { network, device } = await setUp();
    network.server.fates.push('lost');
    await reaches(device, await send(device), 'sent');
    expect(network.commands).toHaveLength(1);
  });
});
