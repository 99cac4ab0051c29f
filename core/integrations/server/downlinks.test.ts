import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { app, connect, customer, other, post } from '#main/testing/test-connectors.ts';
import { eventually } from '#main/testing/test-device.ts';
import {
  addSwitch,
  codecId,
  commandOf,
  downlinksOf,
  given,
  keep,
  link,
  type Made,
  reaches,
  send,
  servers,
  targetOf,
  text,
  withDownlinks,
} from '#main/testing/test-downlinks.ts';
import { ttsMessages } from './fixtures/tts.ts';
import { VirtualChirpstack } from './virtual/chirpstack.ts';
import { VirtualTraccar } from './virtual/traccar.ts';
import { VirtualTheThingsStack } from './virtual/tts.ts';
import { postTo, startVirtualServer } from './virtual/virtual-server.ts';

withDownlinks();

describe('through ChirpStack', () => {
  async function setUp() {
    const connector = await connect('chirpstack', { codecId });
    const network = keep(await VirtualChirpstack.start(targetOf(connector), 'token'));
    const device = await addSwitch();
    await network.status(device.serial);
    expect((await link(connector, { url: network.server.url, key: 'token' })).status).toBe(200);
    return { connector, network, device, queue: () => network.queues.get(device.serial.toLowerCase()) ?? [] };
  }

  test('a command waits in the queue of the network until it is sent, is delivered when the device acknowledges it, and confirmed by a fresh reading alone', async () => {
    const { connector, network, device, queue } = await setUp();
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
    const { network, connector, device } = await setUp();
    const command = await send(device);
    await given(connector);
    const item = await network.transmit(device.serial);
    await network.acknowledge(device.serial, item?.id ?? '', false);
    expect(await reaches(device, command, 'failed')).toMatchObject({ reason: 'nack' });
  });

  test('a command whose answer is lost is found in the queue, and put there once', async () => {
    const { network, connector, device, queue } = await setUp();
    network.server.fates.push('lost');
    const command = await send(device);
    const [downlink] = await given(connector);
    expect(downlink).toMatchObject({ attempts: 2 });
    expect(queue()).toHaveLength(1);
    await network.transmit(device.serial);
    await reaches(device, command, 'sent');
  });

  test('a command whose answer is lost and that is sent meanwhile is not sent again', async () => {
    const { network, connector, device, queue } = await setUp();
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

  test('commands of a device stay in their order when the network is busy', async () => {
    const { network, device, queue } = await setUp();
    network.server.fates.push('busy');
    for (const port of [1, 2, 3]) await send(device, 'ping', { port });
    await eventually(
      async () => queue().length,
      (length) => length === 3,
      60_000,
    );
    expect(queue().map(({ data }) => text(data))).toEqual(['ping1', 'ping2', 'ping3']);
  });

  test('a command is given once although the process ends within the call', async () => {
    const { network, connector, device, queue } = await setUp();
    await app.kit.pool.query(
      "UPDATE connector_link SET busy_until = now() + interval '1 hour' WHERE connector_id = $1",
      [connector.id],
    );
    const command = await send(device);
    // The network has taken it, and the process ended before it noted that.
    await app.kit.pool.query('UPDATE connector_downlink SET attempts = 1 WHERE connector_id = $1', [connector.id]);
    const cancelled = await customer.call('POST', `/sample/device/${device.id}/command/${command.id}/cancel`);
    expect([cancelled.status, cancelled.body.word]).toEqual([409, 'command-not-queued']);
    await fetch(`${network.server.url}/api/devices/${device.serial.toLowerCase()}/queue`, {
      method: 'POST',
      headers: { 'grpc-metadata-authorization': 'Bearer token' },
      body: JSON.stringify({ queueItem: { data: Buffer.from('ping').toString('base64'), fPort: 7 } }),
    });
    await app.kit.pool.query('UPDATE connector_link SET busy_until = NULL WHERE connector_id = $1', [connector.id]);
    await given(connector);
    expect(queue()).toHaveLength(1);
    await network.transmit(device.serial);
    await reaches(device, command, 'sent');
  });

  test('a command is cancelled while it waits here, and no more once the network has it', async () => {
    const { network, connector, device, queue } = await setUp();
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

  test('a command without a codec, or with a key that the network refuses, has failed with the reason', async () => {
    const { connector, device, network } = await setUp();
    await link(connector, { url: network.server.url, key: 'other' });
    expect(await reaches(device, await send(device), 'failed')).toMatchObject({ reason: 'network-refused' });
    expect((await downlinksOf(connector))[0]).toMatchObject({ state: 'failed', status: 401 });
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { codecId: null } });
    expect(await reaches(device, await send(device), 'failed')).toMatchObject({ reason: 'codec-failed' });
  });
});

describe('through The Things Stack', () => {
  async function setUp() {
    const connector = await connect('tts', { codecId });
    const network = keep(await VirtualTheThingsStack.start(targetOf(connector), 'NNSXS.KEY'));
    const device = await addSwitch();
    await link(connector, { url: network.server.url });
    await network.uplink(device.serial, { decoded_payload: {} });
    return { connector, network, device };
  }

  test('a command goes where the messages of the device say, with the key that they bring, and follows what the network reports', async () => {
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

  test('what the network reports of another device says nothing about the command of this one', async () => {
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

  test('a command waits until a message of the device says where it goes', async () => {
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

  test('a command is sent as text, and has failed where the protocol has none', async () => {
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

  test('a command of Traccar is refused where the connector is none, or knows no server', async () => {
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

describe('through a server of the company', () => {
  test('a command is posted by the template with a signature, again under the same id, and follows what the server reports', async () => {
    const connector = await connect('http');
    const server = await startVirtualServer(() => ({ status: 200 }));
    servers.push(server);
    const device = await addSwitch();
    await app.anonymous.call('POST', `/v1/connect/${connector.key}`, {
      body: { id: device.serial, mode: 'day' },
      headers: { authorization: `Bearer ${connector.secret}` },
    });
    const template =
      '{"to":"{{device}}","do":"{{method}}","port":"{{params.port}}","name":"cmd {{id}}","callback":"{{callback}}"}';
    const saved = await link(connector, { url: server.url, template });
    const { secret } = saved.body.data as { secret: string };
    server.fates.push('busy');
    const command = await send(device, 'ping', { port: 3 });
    await given(connector);
    const [first, second] = server.calls;
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
    const body = new Webhook(secret).verify(second?.body ?? '', second?.headers as Record<string, string>) as Record<
      string,
      string
    >;
    expect(body).toMatchObject({
      to: device.serial,
      do: 'ping',
      port: 3,
      name: `cmd ${second?.headers['webhook-id']}`,
    });
    const report = (state: string, from = connector) =>
      app.anonymous.call('POST', new URL(body.callback ?? '').pathname.replace('/api', ''), {
        body: { state },
        headers: { authorization: `Bearer ${from.secret}` },
      });
    expect((await report('sent', await connect('http'))).status).toBe(401);
    expect((await report('delivered')).status).toBe(200);
    await reaches(device, command, 'delivered');
    expect([(await report('delivered')).status, (await report('sent')).status]).toEqual([200, 200]);
    expect((await commandOf(device, command)).state).toBe('delivered');
  });
});

describe('the link of a connector', () => {
  test('never shows its key, which goes to no other server, and is of its company alone', async () => {
    const connector = await connect('chirpstack');
    const saved = await link(connector, { url: 'https://lns.example.test', key: 'very secret' });
    expect(saved.body.data.link).toMatchObject({ url: 'https://lns.example.test', hasKey: true });
    const path = `/connector/${connector.id}/link`;
    const shown = await customer.call('GET', path);
    const history = await customer.call('GET', `/connector/${connector.id}/history`);
    const rows = await app.kit.pool.query('SELECT row_to_json(l)::text AS row FROM connector_link l');
    for (const text of [shown.body, saved.body, history.body, rows.rows])
      expect(JSON.stringify(text)).not.toContain('very secret');
    expect((await link(connector, { url: 'https://lns.example.test/api' })).body.data.link.hasKey).toBe(true);
    expect((await link(connector, { url: 'https://other.example.test' })).body.data.link.hasKey).toBe(false);
    expect((await other.call('GET', path)).status).toBe(404);
    expect((await link(connector, { url: 'https://mine.example.test' }, other)).status).toBe(404);
    const viewer = await app.signIn('viewer@rasid.test');
    expect((await viewer.call('GET', path)).status).toBe(403);
    expect((await customer.call('DELETE', path)).status).toBe(204);
    expect((await customer.call('GET', path)).body.data.link).toBeNull();
  });

  test.each(['link', 'connector'])('ends the commands that wait for it when the %s is removed', async (removed) => {
    const connector = await connect('tts');
    await link(connector, { url: 'https://lns.example.test', key: 'any' });
    const device = await addSwitch();
    await app.kit.pool.query(
      'INSERT INTO connector_device (device_id, connector_id, company_id, external_id, last_at) SELECT $1, c.id, c.company_id, $3, now() FROM connector c WHERE c.id = $2',
      [device.id, connector.id, device.serial],
    );
    // No message has reported yet where it goes.
    const command = await send(device);
    expect((await downlinksOf(connector)).map(({ state }) => state)).toEqual(['waiting']);
    const path = removed === 'link' ? `/connector/${connector.id}/link` : `/connector/${connector.id}`;
    expect((await customer.call('DELETE', path)).status).toBe(204);
    expect(await commandOf(device, command)).toMatchObject({ state: 'failed', reason: 'link-removed' });
    expect((await send(device)).state).toBe('queued');
  });

  test('is refused if the kind has none, without TLS, and with a template that is not JSON', async () => {
    const faultOf = async (kind: Parameters<typeof connect>[0], body: object) =>
      (await link(await connect(kind), body)).body.errors;
    expect(await faultOf('osmand', { url: 'https://a.test' })).toEqual([{ param: 'way', msg: 'invalid' }]);
    expect(await faultOf('tts', { url: 'mqtts://a.test', way: 'mqtt' })).toEqual([{ param: 'way', msg: 'invalid' }]);
    expect(await faultOf('http', { url: 'https://a.test', template: '{' })).toEqual([
      { param: 'template', msg: 'noJson' },
    ]);
    const { settings } = app.kit;
    Object.assign(app.kit, { settings: { ...settings, privateCalls: false } });
    try {
      expect(await faultOf('tts', { url: 'http://a.test' })).toEqual([{ param: 'url', msg: 'httpsAddress' }]);
      expect(await faultOf('chirpstack', { url: 'mqtt://a.test', way: 'mqtt' })).toEqual([
        { param: 'url', msg: 'brokerAddress' },
      ]);
    } finally {
      Object.assign(app.kit, { settings });
    }
  });
});

test('a command whose call cannot even be made waits its pauses, fails after the last one, and frees its lane', async () => {
  const connector = await connect('traccar', { codecId });
  await link(connector, { way: 'http', url: 'https://traccar.example.com', key: 'token' });
  const device = await addSwitch();
  await app.kit.pool.query(
    "INSERT INTO connector_device (device_id, connector_id, company_id, external_id, route, last_at) VALUES ($1, $2, $3, $4, '7', now())",
    [device.id, connector.id, connector.companyId, device.serial],
  );
  await app.kit.pool.query("UPDATE connector_link SET sealed = '\\x00' WHERE connector_id = $1", [connector.id]);
  await send(device);
  const [tried] = await eventually(
    () => downlinksOf(connector),
    ([newest]) => (newest?.attempts ?? 0) > 1,
    60_000,
  );
  expect(tried?.state).toBe('waiting');
  await app.kit.pool.query(
    'UPDATE connector_downlink SET attempts = 50, next_attempt_at = now() WHERE connector_id = $1',
    [connector.id],
  );
  await given(connector, 'failed');
});
