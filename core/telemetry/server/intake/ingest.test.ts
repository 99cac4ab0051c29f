import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { mqttPortOf } from '../api.ts';
import { deadLetterLimits, foldDeadLetters } from '../dead-letters/dead-letter-store.ts';
import { maxConnections } from './device-connections.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let tank: TestDevice;
let neighbour: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  other = await app.signIn('other@rasid.test');
  tank = await testDevice(app, customer, 'solutionId=901');
  neighbour = await testDevice(app, customer, 'solutionId=903');
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
const deadLetters = async () => (await customer.call('GET', `/telemetry/dead-letter?deviceId=${tank.id}`)).body;
const basic = (name: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});
const minuteAgo = () => Date.now() - 60_000;

describe('telemetry over MQTT', () => {
  test('an acknowledged message is stored', async () => {
    const ts = minuteAgo();
    await tank.publish({ ts, values: { level: 1.25 } });
    const [row] = await stored(tank.id, 9001);
    expect(row).toEqual({ time: new Date(ts).toISOString(), value: 1.25 });
  });

  test('a repeated message has no effect', async () => {
    const message = { ts: minuteAgo(), values: { level: 1.5 } };
    await tank.publish(message);
    const before = await app.kit.pool.query('SELECT count(*) FROM reading WHERE device_id = $1', [tank.id]);
    await tank.publish(message);
    await tank.publish({ ...message, values: { level: 2.9 } });
    const after = await app.kit.pool.query('SELECT count(*) FROM reading WHERE device_id = $1', [tank.id]);
    expect(after.rows).toEqual(before.rows);
  });

  test('the first value of a point is kept if the point is repeated in the same or another message', async () => {
    const ts = minuteAgo() + 3;
    await tank.publish([
      { ts, values: { level: 1.1 } },
      { ts, values: { level: 1.2 } },
    ]);
    await tank.publish({ ts, values: { level: 1.3 } });
    const rows = await app.kit.pool.query(
      'SELECT value FROM reading WHERE device_id = $1 AND sensor_id = 9001 AND time = $2',
      [tank.id, new Date(ts).toISOString()],
    );
    expect(rows.rows).toEqual([{ value: 1.1 }]);
    const page = await customer.call('GET', `/sample/device/${tank.id}`);
    expect(page.body.data.values.find((value: { sensor: string }) => value.sensor === 'level').value).toBe(1.1);
  });

  test('a late message with an older battery level does not change the battery of the device', async () => {
    const ts = Date.now();
    await tank.publish({ ts, values: { battery: 71 } });
    await tank.publish({ ts: ts - 60_000, values: { battery: 99 } });
    const rows = await app.kit.pool.query('SELECT battery FROM device WHERE id = $1', [tank.id]);
    expect(rows.rows).toEqual([{ battery: 71 }]);
  });

  test('a late point is stored and does not change the latest value', async () => {
    const ts = Date.now();
    await tank.publish({ ts, values: { level: 1.75 } });
    await tank.publish({ ts: ts - 3_600_000, values: { level: 0.9 } });
    const page = await customer.call('GET', `/sample/device/${tank.id}`);
    expect(page.body.data.values.find((value: { sensor: string }) => value.sensor === 'level')).toMatchObject({
      value: 1.75,
      time: new Date(ts).toISOString(),
    });
  });

  test('a device is online with a current last-seen time after a message', async () => {
    await tank.publish({ level: 1.8 });
    const { body } = await customer.call('GET', `/sample/device/${tank.id}`);
    expect(body.data.connection).toBe('online');
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

  const ended = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', resolve));
  const connectWithWrongSecret = () =>
    mqtt.connectAsync({
      host: '127.0.0.1',
      port: mqttPortOf(app.kit) ?? 0,
      username: tank.name,
      password: 'wrong',
      reconnectPeriod: 0,
    });

  test('many sign-ins with wrong secrets do not lock out the device itself', async () => {
    const before = performance.now();
    const attempts = await Promise.allSettled(Array.from({ length: 60 }, connectWithWrongSecret));
    expect(attempts.every(({ status }) => status === 'rejected')).toBe(true);
    // Refusals beyond the limit are delayed.
    expect(performance.now() - before).toBeGreaterThan(1500);
    const refusedLate = connectWithWrongSecret();
    const from = performance.now();
    const client = await tank.connect();
    expect(performance.now() - from).toBeLessThan(1500);
    expect(client.connected).toBe(true);
    await expect(refusedLate).rejects.toThrow();
  });

  test('the oldest connection of a device is closed when it has too many', async () => {
    const device = await testDevice(app, customer, 'solutionId=901&skip=3');
    const clients = [];
    for (let i = 0; i < maxConnections; i++) clients.push(await device.connect());
    const closed = ended(clients[0] as MqttClient);
    await device.connect();
    await closed;
    expect(clients.map((client) => client.connected)).toEqual([false, true, true, true, true]);
    await device.end();
  });

  test('all connections with the old secret are closed when the secret is renewed', async () => {
    const renewed = await testDevice(app, customer, 'solutionId=901&skip=1');
    const clients = [await renewed.connect(), await renewed.connect()];
    const closed = Promise.all(clients.map(ended));
    await customer.call('PUT', `/sample/device/${renewed.id}/credential`);
    await closed;
    await expect(renewed.connect()).rejects.toThrow(/user ?name or password|not authorized/i);
  });

  test('invalid messages become dead letters with reasons and disturb neither their sender nor other devices', async () => {
    const client = await neighbour.connect();
    await tank.publish('{broken');
    await tank.publish({ values: { level: 'deep', salt: 4 } });
    await tank.publish({ ts: Date.now() + 86_400_000, values: { level: 1 } });
    await tank.publish(Buffer.alloc(1_000_000, 97));
    await tank.publish({ values: { level: 2 } }, `v1/devices/${neighbour.id}/telemetry`);
    const { data, totalRecords } = await deadLetters();
    expect(totalRecords).toBe(5);
    expect(
      data.map((deadLetter: { reasons: { msg: string }[] }) => deadLetter.reasons.map((reason) => reason.msg)),
    ).toEqual([['foreign-topic'], ['too-large'], ['future-time'], ['not-a-number', 'unknown-sensor'], ['broken-json']]);
    await tank.publish({ level: 2.2 });
    await neighbour.publish({ flow: 3 });
    expect(client.connected).toBe(true);
    expect((await stored(neighbour.id, 9001)).length).toBe(0);
  });

  test('dead letters are visible to their own company only', async () => {
    expect((await other.call('GET', `/telemetry/dead-letter?deviceId=${tank.id}`)).body.totalRecords).toBe(0);
  });

  test('attributes and command responses that cannot be stored are acknowledged and become dead letters', async () => {
    const attributes = 'v1/devices/me/attributes';
    const reasonOf = async (payload: string, topic = attributes) => {
      await tank.publish(payload, topic);
      return (await deadLetters()).data[0].reasons[0];
    };
    expect(await reasonOf('{"firmware":"a\\u0000b"}')).toEqual({ param: 'firmware', msg: 'not-a-text' });
    expect(await reasonOf('{"a\\u0000":1}')).toEqual({ param: 'a\ufffd', msg: 'bad-key' });
    expect(await reasonOf(`{"${'k'.repeat(101)}":1}`)).toMatchObject({ msg: 'bad-key' });
    expect(await reasonOf('{"n":{"x":1e400}}')).toEqual({ param: 'n.x', msg: 'not-a-number' });
    expect(await reasonOf(`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`)).toMatchObject({ msg: 'too-deep' });
    expect(await reasonOf('{"x":"\\ud800"}', 'v1/devices/me/rpc/response/1')).toEqual({
      param: 'x',
      msg: 'not-a-text',
    });
    expect(await reasonOf('{"values":{"level":"x"}}', 'other/\u0001topic')).toMatchObject({ msg: 'foreign-topic' });
  });

  test('the attributes of a device are limited to 64 kB and 256 names', async () => {
    const large = (key: string) => ({ [key]: 'a'.repeat(8000) });
    for (let i = 0; i < 10; i++) await tank.publish(large(`k${i}`), 'v1/devices/me/attributes');
    const { attributes } = (await customer.call('GET', `/sample/device/${tank.id}`)).body.data;
    expect(JSON.stringify(attributes).length).toBeLessThanOrEqual(65_536);
    expect(attributes).toHaveProperty('k7');
    expect(attributes).not.toHaveProperty('k8');
    expect((await deadLetters()).data[0].reasons).toEqual([{ param: '', msg: 'too-large' }]);
    for (let i = 0; i < 3; i++)
      await neighbour.publish(
        Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`n${i * 100 + n}`, 1])),
        'v1/devices/me/attributes',
      );
    const device = (await customer.call('GET', `/sample/device/${neighbour.id}`)).body.data.attributes;
    expect(Object.keys(device)).toHaveLength(200);
  });

  test('dead letters beyond the limits of a device are folded into counts', async () => {
    const { device, hour } = deadLetterLimits;
    const flooding = await testDevice(app, customer, 'solutionId=901&skip=2');
    const storedCount = async () =>
      (await customer.call('GET', `/telemetry/dead-letter?deviceId=${flooding.id}`)).body.totalRecords;
    const folded = async (person = customer) =>
      (await person.call('GET', `/telemetry/dead-letter/folded?deviceId=${flooding.id}`)).body.data;
    await app.kit.pool.query(
      `INSERT INTO dead_letter (device_id, company_id, topic, payload, size, reasons, received_at)
       SELECT $1, (SELECT company_id FROM device WHERE id = $1), 't', 'x', 1, '[{"param":"","msg":"too-old"}]', now() - interval '1 day' FROM generate_series(1, $2)`,
      [flooding.id, device.letters + 5],
    );
    await foldDeadLetters(app.kit);
    expect(await storedCount()).toBe(device.letters);
    expect(await folded()).toMatchObject([{ reason: 'too-old', count: 5 }]);
    expect(await folded(other)).toEqual([]);
    const client = await flooding.connect();
    await Promise.all(Array.from({ length: hour.letters + 50 }, () => client.publishAsync('nowhere', '1', { qos: 1 })));
    expect(await storedCount()).toBe(device.letters + hour.letters);
    expect(await folded()).toContainEqual(expect.objectContaining({ reason: 'foreign-topic', count: 50 }));
    await flooding.end();
  });

  test('a dead letter can be corrected and replayed, and its points are stored once', async () => {
    await tank.publish({ values: { level: 'two' } });
    const deadLetter = (await deadLetters()).data[0];
    const replayed = await customer.call('POST', `/telemetry/dead-letter/${deadLetter.id}/replay`, {
      body: { payload: '{"values":{"level":2}}' },
    });
    expect(replayed.body.data).toEqual({ stored: 1, reasons: [] });
    const again = await customer.call('POST', `/telemetry/dead-letter/${deadLetter.id}/replay`, {
      body: { payload: '{"values":{"level":2}}' },
    });
    expect(again.status).toBe(200);
    const readings = await app.kit.pool.query(
      'SELECT count(*)::integer AS n FROM reading WHERE device_id = $1 AND sensor_id = 9001 AND time = $2',
      [tank.id, deadLetter.receivedAt],
    );
    expect(readings.rows[0].n).toBe(1);
  });

  test('a dead letter is tried without storing anything, and discarded without being replayed', async () => {
    await tank.publish({ values: { level: 'four' } });
    const { id } = (await deadLetters()).data[0];
    const whole = (await customer.call('GET', `/telemetry/dead-letter/${id}`)).body.data;
    expect(whole).toMatchObject({
      whole: '{"values":{"level":"four"}}',
      state: 'open',
      device: { id: tank.id, app: 'sample' },
    });
    const points = async () =>
      (await app.kit.pool.query('SELECT count(*)::integer AS n FROM reading WHERE device_id = $1', [tank.id])).rows[0]
        .n;
    const before = await points();
    const attempt = (payload: string) =>
      customer.call('POST', `/telemetry/dead-letter/${id}/try`, { body: { payload } });
    expect((await attempt('{"values":{"level":4}}')).body.data).toEqual({ stored: 1, reasons: [] });
    expect((await attempt('{"values":{"salt":4}}')).body.data).toEqual({
      stored: 0,
      reasons: [{ param: expect.stringContaining('salt'), msg: 'unknown-sensor' }],
    });
    expect(await points()).toBe(before);
    expect((await customer.call('GET', `/telemetry/dead-letter/${id}`)).body.data.state).toBe('open');
    const discarded = await customer.call('POST', `/telemetry/dead-letter/${id}/discard`);
    expect(discarded.body.data.state).toBe('discarded');
    expect((await other.call('POST', `/telemetry/dead-letter/${id}/discard`)).status).toBe(404);
  });

  test('open dead letters are grouped by their first reason, without those that were replayed or discarded', async () => {
    const countOf = async () =>
      (await customer.call('GET', '/telemetry/dead-letter/groups')).body.data.find(
        ({ reason }: { reason: string }) => reason === 'not-a-number',
      )?.count ?? 0;
    const before = await countOf();
    await tank.publish({ values: { level: 'five' } });
    await tank.publish({ values: { level: 'six' } });
    expect(await countOf()).toBe(before + 2);
    const listed = await customer.call('GET', '/telemetry/dead-letter?state=open&reason=not-a-number&limit=2');
    const [discarded, replayed] = listed.body.data;
    await customer.call('POST', `/telemetry/dead-letter/${discarded.id}/discard`);
    await customer.call('POST', `/telemetry/dead-letter/${replayed.id}/replay`, { body: { payload: '{"level":5}' } });
    expect(await countOf()).toBe(before);
    expect((await customer.call('POST', `/telemetry/dead-letter/${replayed.id}/discard`)).body.word).toBe(
      'already-replayed',
    );
  });

  test('the device log records who replayed a dead letter and the edited payload', async () => {
    await tank.publish({ values: { level: 'three' } });
    const deadLetter = (await deadLetters()).data[0];
    const replay = (body: object) => customer.call('POST', `/telemetry/dead-letter/${deadLetter.id}/replay`, { body });
    await replay({});
    await replay({ payload: '{"values":{"level":3}}' });
    const [edited, same] = (await customer.call('GET', `/sample/device/${tank.id}/log?kind=replayed,replayed-edited`))
      .body.data;
    const from = '{"values":{"level":"three"}}';
    expect(same).toMatchObject({ kind: 'replayed', actor: 'Mariam Al Suwaidi', data: { letter: deadLetter.id, from } });
    expect(edited).toMatchObject({
      kind: 'replayed-edited',
      actor: 'Mariam Al Suwaidi',
      data: { letter: deadLetter.id, from, to: '{"values":{"level":3}}', stored: 1 },
    });
  });

  test('a device with the client id of another device does not disconnect it', async () => {
    const port = mqttPortOf(app.kit) ?? 0;
    const options = { host: '127.0.0.1', port, clientId: 'same', reconnectPeriod: 0 };
    const first = await mqtt.connectAsync({ ...options, username: neighbour.name, password: neighbour.secret });
    const second = await mqtt.connectAsync({ ...options, username: tank.name, password: tank.secret });
    await second.publishAsync('v1/devices/me/telemetry', '{"level":2}', { qos: 1 });
    await first.publishAsync('v1/devices/me/telemetry', '{"flow":2}', { qos: 1 });
    expect([first.connected, second.connected]).toEqual([true, true]);
    await Promise.all([first.endAsync(true), second.endAsync(true)]);
  });

  test('a device receives messages neither of other devices nor of foreign topics', async () => {
    const client = await neighbour.connect();
    const received: string[] = [];
    client.on('message', (topic) => received.push(topic));
    const granted = await client
      .subscribeAsync(
        ['v1/devices/me/telemetry', '#', 'v1/devices/me/rpc/request/+'].map((topic) => topic),
        { qos: 1 },
      )
      .catch((error: Error) => error);
    await tank.publish({ level: 2.3 });
    await tank.publish('{"x":1}', 'v1/devices/me/attributes');
    await client.publishAsync('v1/devices/me/telemetry', '{"flow":2}', { qos: 1 });
    expect(received).toEqual([]);
    expect(JSON.stringify(granted)).not.toContain('"qos":2');
  });
});

describe('telemetry over HTTP', () => {
  const post = (name: string, secret: string, body: unknown) =>
    app.anonymous.call('POST', '/v1/telemetry', { body, headers: basic(name, secret) });

  test('a message is answered after the commit', async () => {
    const ts = minuteAgo() + 7;
    expect((await post(tank.name, tank.secret, { ts, values: { level: 2.5, temperature: 80 } })).body).toEqual({
      data: { stored: 2 },
    });
    const rows = await app.kit.pool.query(
      'SELECT sensor_id FROM reading WHERE device_id = $1 AND time = $2 ORDER BY 1',
      [tank.id, new Date(ts).toISOString()],
    );
    expect(rows.rows).toEqual([{ sensor_id: 13 }, { sensor_id: 9001 }]);
  });

  test('an invalid message is refused with a reason for each field', async () => {
    const reply = await post(tank.name, tank.secret, { values: { level: 'x', salt: 1, temperature: 10 } });
    expect(reply.status).toBe(418);
    expect(reply.body.errors).toEqual([
      { param: 'values.level', msg: 'not-a-number' },
      { param: 'values.salt', msg: 'unknown-sensor' },
    ]);
  });

  test('a wrong secret, an unknown name and missing credentials get the same answer', async () => {
    for (const headers of [basic(tank.name, 'no'), basic('nobody', tank.secret), {}]) {
      const reply = await app.anonymous.call('POST', '/v1/telemetry', {
        body: { level: 1 },
        headers: headers as Record<string, string>,
      });
      expect([reply.status, reply.body.word]).toEqual([401, 'wrong-credentials']);
    }
  });

  test('repeated wrong secrets are refused for a minute, but not the device itself', async () => {
    const statuses = [];
    for (let i = 0; i < 25; i++) statuses.push((await post(neighbour.name, `wrong ${i}`, { flow: 1 })).status);
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    expect((await post(neighbour.name, neighbour.secret, { flow: 1 })).status).toBe(200);
  });

  test('a name that the database cannot store is refused without affecting concurrent sign-ins', async () => {
    const [odd, right] = await Promise.all([post('a\0b', 'x', {}), post(tank.name, tank.secret, { level: 1 })]);
    expect([odd.status, right.status]).toEqual([401, 200]);
  });

  test('a body that is not sent as JSON is refused with 415, whatever it contains', async () => {
    for (const type of ['text/plain', 'application/xml']) {
      const headers = { ...basic(tank.name, tank.secret), 'content-type': type };
      const reply = await app.http.inject({
        method: 'POST',
        url: '/api/v1/telemetry',
        headers,
        payload: '{"level":1}',
      });
      expect([type, reply.statusCode, reply.json().word]).toEqual([type, 415, 'unsupported-media']);
    }
  });

  test('a message of a megabyte is refused', async () => {
    expect((await post(tank.name, tank.secret, { values: { level: 'a'.repeat(1_000_000) } })).status).toBe(413);
  });
});
