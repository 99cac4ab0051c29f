import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDevice, testDevice } from '#main/test-device.ts';
import { type Person, type Rasid, rasid } from '#main/testing.ts';
import { mqttPortOf } from './api.ts';

let app: Rasid;
let customer: Person;
let other: Person;
let tank: TestDevice;
let neighbour: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  other = await app.signIn('other@rasid.test');
  tank = await testDevice(app, customer, 'solutionId=2');
  neighbour = await testDevice(app, customer, 'solutionId=8');
});
afterAll(async () => {
  await tank.end();
  await neighbour.end();
  await app.close();
});

const stored = async (id: number, sensor: number) =>
  (
    await app.kit.pool.query(
      'SELECT time, value FROM reading WHERE device_id = $1 AND sensor_id = $2 ORDER BY time DESC LIMIT 5',
      [id, sensor],
    )
  ).rows;
const letters = async () => (await customer.call('GET', `/telemetry/dead-letter?deviceId=${tank.id}`)).body;
const basic = (name: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});
const minuteAgo = () => Date.now() - 60_000;

describe('over MQTT', () => {
  test('an acknowledged message is committed', async () => {
    const ts = minuteAgo();
    await tank.publish({ ts, values: { level: 1.25 } });
    const [row] = await stored(tank.id, 11);
    expect(row).toEqual({ time: new Date(ts).toISOString(), value: 1.25 });
  });

  test('a repeated message changes nothing twice', async () => {
    const message = { ts: minuteAgo(), values: { level: 1.5 } };
    await tank.publish(message);
    const before = await app.kit.pool.query('SELECT count(*) FROM reading WHERE device_id = $1', [tank.id]);
    await tank.publish(message);
    await tank.publish({ ...message, values: { level: 2.9 } });
    const after = await app.kit.pool.query('SELECT count(*) FROM reading WHERE device_id = $1', [tank.id]);
    expect(after.rows).toEqual(before.rows);
  });

  test('a late point is stored, and the newest value stays', async () => {
    const ts = Date.now();
    await tank.publish({ ts, values: { level: 1.75 } });
    await tank.publish({ ts: ts - 3_600_000, values: { level: 0.9 } });
    const page = await customer.call('GET', `/swam/device/${tank.id}`);
    expect(page.body.data.values.find((one: { sensor: string }) => one.sensor === 'level')).toMatchObject({
      value: 1.75,
      time: new Date(ts).toISOString(),
    });
  });

  test('the device is online and was just seen', async () => {
    await tank.publish({ level: 1.8 });
    const { body } = await customer.call('GET', `/swam/device/${tank.id}`);
    expect(body.data.online).toBe(true);
    expect(Date.now() - Date.parse(body.data.lastSeenAt)).toBeLessThan(10_000);
  });

  test('a wrong secret is refused', async () => {
    await expect(
      mqtt.connectAsync({
        host: '127.0.0.1',
        port: mqttPortOf(app.kit) ?? 0,
        username: tank.name,
        password: 'wrong',
        reconnectPeriod: 0,
      }),
    ).rejects.toThrow(/user ?name or password|not authorized/i);
  });

  test('who holds the old secret is cut off when it is renewed', async () => {
    const renewed = await testDevice(app, customer, 'solutionId=2&skip=1');
    const client = await renewed.connect();
    const closed = new Promise<void>((resolve) => client.once('close', resolve));
    await customer.call('PUT', `/swam/device/${renewed.id}/credential`);
    await closed;
    await expect(renewed.connect()).rejects.toThrow(/user ?name or password|not authorized/i);
  });

  test('bad input is kept aside with its reason and disturbs neither its sender nor the neighbours', async () => {
    const client = await neighbour.connect();
    await tank.publish('{broken');
    await tank.publish({ values: { level: 'deep', salt: 4 } });
    await tank.publish({ ts: Date.now() + 86_400_000, values: { level: 1 } });
    await tank.publish(Buffer.alloc(1_000_000, 97));
    await tank.publish({ values: { level: 2 } }, `v1/devices/${neighbour.id}/telemetry`);
    const { data, totalRecords } = await letters();
    expect(totalRecords).toBe(5);
    expect(data.map((one: { reasons: { msg: string }[] }) => one.reasons.map((reason) => reason.msg))).toEqual([
      ['foreign-topic'],
      ['too-large'],
      ['future-time'],
      ['not-a-number', 'unknown-sensor'],
      ['broken-json'],
    ]);
    await tank.publish({ level: 2.2 });
    await neighbour.publish({ flow: 3 });
    expect(client.connected).toBe(true);
    expect((await stored(neighbour.id, 11)).length).toBe(0);
  });

  test('nobody but its company sees what was kept aside', async () => {
    expect((await other.call('GET', `/telemetry/dead-letter?deviceId=${tank.id}`)).body.totalRecords).toBe(0);
  });

  test('what was kept aside can be mended and replayed, once', async () => {
    await tank.publish({ values: { level: 'two' } });
    const letter = (await letters()).data[0];
    const replayed = await customer.call('POST', `/telemetry/dead-letter/${letter.id}/replay`, {
      body: { payload: '{"values":{"level":2}}' },
    });
    expect(replayed.body.data).toEqual({ stored: 1, reasons: [] });
    const again = await customer.call('POST', `/telemetry/dead-letter/${letter.id}/replay`, {
      body: { payload: '{"values":{"level":2}}' },
    });
    expect(again.status).toBe(200);
    const at = await app.kit.pool.query(
      'SELECT count(*)::integer AS n FROM reading WHERE device_id = $1 AND sensor_id = 11 AND time = $2',
      [tank.id, letter.receivedAt],
    );
    expect(at.rows[0].n).toBe(1);
  });

  test('the device’s log tells who replayed what, and what was edited', async () => {
    await tank.publish({ values: { level: 'three' } });
    const letter = (await letters()).data[0];
    const replay = (body: object) => customer.call('POST', `/telemetry/dead-letter/${letter.id}/replay`, { body });
    await replay({});
    await replay({ payload: '{"values":{"level":3}}' });
    const [edited, same] = (await customer.call('GET', `/swam/device/${tank.id}/log?kind=replayed,replayed-edited`))
      .body.data;
    const from = '{"values":{"level":"three"}}';
    expect(same).toMatchObject({ kind: 'replayed', actor: 'Mariam Al Suwaidi', data: { letter: letter.id, from } });
    expect(edited).toMatchObject({
      kind: 'replayed-edited',
      actor: 'Mariam Al Suwaidi',
      data: { letter: letter.id, from, to: '{"values":{"level":3}}', stored: 1 },
    });
  });

  test('a device that uses another one’s client id does not cut it off', async () => {
    const port = mqttPortOf(app.kit) ?? 0;
    const options = { host: '127.0.0.1', port, clientId: 'same', reconnectPeriod: 0 };
    const first = await mqtt.connectAsync({ ...options, username: neighbour.name, password: neighbour.secret });
    const second = await mqtt.connectAsync({ ...options, username: tank.name, password: tank.secret });
    await second.publishAsync('v1/devices/me/telemetry', '{"level":2}', { qos: 1 });
    await first.publishAsync('v1/devices/me/telemetry', '{"flow":2}', { qos: 1 });
    expect([first.connected, second.connected]).toEqual([true, true]);
    await Promise.all([first.endAsync(true), second.endAsync(true)]);
  });

  test('a device hears neither another device nor a topic that is not its own', async () => {
    const client = await neighbour.connect();
    const heard: string[] = [];
    client.on('message', (topic) => heard.push(topic));
    const granted = await client
      .subscribeAsync(
        ['v1/devices/me/telemetry', '#', 'v1/devices/me/rpc/request/+'].map((topic) => topic),
        { qos: 1 },
      )
      .catch((error: Error) => error);
    await tank.publish({ level: 2.3 });
    await tank.publish('{"x":1}', 'v1/devices/me/attributes');
    await client.publishAsync('v1/devices/me/telemetry', '{"flow":2}', { qos: 1 });
    expect(heard).toEqual([]);
    expect(JSON.stringify(granted)).not.toContain('"qos":2');
  });
});

describe('over HTTP', () => {
  const post = (name: string, secret: string, body: unknown) =>
    app.anonymous.call('POST', '/v1/telemetry', { body, headers: basic(name, secret) });

  test('a message is answered after its commit', async () => {
    const ts = minuteAgo() + 7;
    expect((await post(tank.name, tank.secret, { ts, values: { level: 2.5, fillPercent: 80 } })).body).toEqual({
      data: { stored: 2 },
    });
    const found = await app.kit.pool.query(
      'SELECT sensor_id FROM reading WHERE device_id = $1 AND time = $2 ORDER BY 1',
      [tank.id, new Date(ts).toISOString()],
    );
    expect(found.rows).toEqual([{ sensor_id: 11 }, { sensor_id: 12 }]);
  });

  test('bad input is refused with a reason for each field', async () => {
    const reply = await post(tank.name, tank.secret, { values: { level: 'x', salt: 1, fillPercent: 10 } });
    expect(reply.status).toBe(418);
    expect(reply.body.errors).toEqual([
      { param: 'values.level', msg: 'not-a-number' },
      { param: 'values.salt', msg: 'unknown-sensor' },
    ]);
  });

  test('a wrong secret, an unknown name and no credentials get the same answer', async () => {
    for (const headers of [basic(tank.name, 'no'), basic('nobody', tank.secret), {}]) {
      const reply = await app.anonymous.call('POST', '/v1/telemetry', {
        body: { level: 1 },
        headers: headers as Record<string, string>,
      });
      expect([reply.status, reply.body.word]).toEqual([401, 'wrong-credentials']);
    }
  });

  test('a megabyte is refused', async () => {
    expect((await post(tank.name, tank.secret, { values: { level: 'a'.repeat(1_000_000) } })).status).toBe(413);
  });
});
