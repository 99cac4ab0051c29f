import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let unit: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  unit = await testDevice(app, customer, 'solutionId=902');
});
afterAll(async () => {
  await unit.end();
  await app.close();
});

describe('a command over MQTT', () => {
  const send = (body: object) => customer.call('POST', `/sample/device/${unit.id}/command`, { body });
  const stateOf = async (id: number) =>
    (await customer.call('GET', `/sample/device/${unit.id}/command`)).body.data.find(
      (command: { id: number }) => command.id === id,
    );

  test('to a subscribed device is delivered, answered and confirmed', async () => {
    const client = await unit.connect();
    client.on('message', (topic, payload) => {
      const id = topic.split('/').at(-1);
      client.publish(`v1/devices/me/rpc/response/${id}`, JSON.stringify({ echoed: JSON.parse(payload.toString()) }), {
        qos: 1,
      });
    });
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    const reply = await send({ method: 'switch', params: { on: false } });
    expect(reply.status).toBe(201);
    const confirmed = await eventually(
      () => stateOf(reply.body.data.id),
      (command) => command.state === 'confirmed',
    );
    expect(confirmed.response).toEqual({ echoed: { method: 'switch', params: { on: false } } });
    await client.endAsync(true);
  });

  type Client = Awaited<ReturnType<TestDevice['connect']>>;
  const requests = 'v1/devices/me/rpc/request/+';
  /** The ids of the commands that a connection receives. */
  const receivedCommands = (client: Client) => {
    const ids: number[] = [];
    client.on('message', (topic) => ids.push(Number(topic.split('/').at(-1))));
    return ids;
  };
  const eventuallyInState = (id: number, state: string) =>
    eventually(
      () => stateOf(id),
      (command) => command.state === state,
    );

  test('is delivered when the device has acknowledged but not answered it', async () => {
    const client = await unit.connect();
    await client.subscribeAsync(requests, { qos: 1 });
    const reply = await Promise.all([1, 2, 3].map((port) => send({ method: 'ping', params: { port } })));
    for (const { body } of reply) expect((await eventuallyInState(body.data.id, 'delivered')).response).toBeNull();
    await client.endAsync(true);
  });

  test('that was written to a dead connection is sent again with the same id when the device reconnects', async () => {
    const deadConnection = await unit.connect();
    await deadConnection.subscribeAsync(requests, { qos: 1 });
    // The connection receives and acknowledges nothing more, as with a cut cable.
    deadConnection.stream.removeAllListeners('data');
    deadConnection.stream.pause();
    const id = (await send({ method: 'switch', params: { on: true } })).body.data.id;
    await eventuallyInState(id, 'sent');
    const reconnected = await unit.connect();
    const received = receivedCommands(reconnected);
    await reconnected.subscribeAsync(requests, { qos: 1 });
    await eventuallyInState(id, 'delivered');
    expect(received).toEqual([id]);
    deadConnection.stream.destroy();
    await reconnected.endAsync(true);
  });

  test('that was acknowledged or has expired is not sent again', async () => {
    const first = await unit.connect();
    await first.subscribeAsync(requests, { qos: 1 });
    const id = (await send({ method: 'ping', params: { port: 11 } })).body.data.id;
    await eventuallyInState(id, 'delivered');
    await first.endAsync(true);
    const expired = (await send({ method: 'ping', params: { port: 12 } })).body.data.id;
    await app.kit.pool.query("UPDATE device_command SET expires_at = now() - interval '1 second' WHERE id = $1", [
      expired,
    ]);
    const second = await unit.connect();
    const received = receivedCommands(second);
    await second.subscribeAsync(requests, { qos: 1 });
    const next = (await send({ method: 'ping', params: { port: 13 } })).body.data.id;
    await eventuallyInState(next, 'delivered');
    expect(received).toEqual([next]);
    await second.endAsync(true);
  });

  test('reaches the subscribed connection while another connection of the device opens and closes', async () => {
    const listening = await unit.connect();
    const received = receivedCommands(listening);
    await listening.subscribeAsync(requests, { qos: 1 });
    const otherConnection = await unit.connect();
    const first = (await send({ method: 'ping', params: { port: 14 } })).body.data.id;
    await eventuallyInState(first, 'delivered');
    await otherConnection.endAsync();
    const second = (await send({ method: 'ping', params: { port: 15 } })).body.data.id;
    await eventuallyInState(second, 'delivered');
    expect(received).toEqual([first, second]);
    await listening.endAsync(true);
  });

  test('keeps the first answer if the device repeats or changes it', async () => {
    const client = await unit.connect();
    await client.subscribeAsync(requests, { qos: 1 });
    const id = (await send({ method: 'switch', params: { on: true }, replace: true })).body.data.id;
    await eventuallyInState(id, 'delivered');
    const answer = (body: object) =>
      client.publishAsync(`v1/devices/me/rpc/response/${id}`, JSON.stringify(body), { qos: 1 });
    await answer({ on: true });
    const afterFirstAnswer = await stateOf(id);
    await answer({ on: true });
    await answer({ error: 'stuck' });
    expect(await stateOf(id)).toEqual(afterFirstAnswer);
    expect(afterFirstAnswer).toMatchObject({ state: 'confirmed', response: { on: true } });
    await client.endAsync(true);
  });

  test('to a device that comes and goes a hundred times is shown as delivered only if the device has received it', async () => {
    const received = new Set<number>();
    const sent: number[] = [];
    for (let round = 0; round < 100; round++) {
      const client = await unit.connect();
      client.on('message', (topic) => received.add(Number(topic.split('/').at(-1))));
      const order = () => send({ method: 'ping', params: { port: 1000 + round } });
      // The connection ends before, while or after the command is written to it.
      if (round % 3 !== 0) await client.subscribeAsync(requests, { qos: 1 });
      if (round % 4 === 0) client.stream.destroy();
      const reply = order();
      if (round % 4 === 1) client.stream.destroy();
      sent.push((await reply).body.data.id);
      client.stream.destroy();
    }
    const { rows } = await app.kit.pool.query<{ id: number }>(
      `SELECT id FROM device_command WHERE id = ANY ($1::bigint[]) AND 'delivered' IN (SELECT step ->> 'state' FROM jsonb_array_elements(trace) AS step)`,
      [sent],
    );
    expect(rows.filter(({ id }) => !received.has(id))).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('to an offline device is never delivered and expires', async () => {
    await unit.end();
    const reply = await send({ method: 'ping', params: { port: 16 }, expiresInSeconds: 5 });
    expect((await stateOf(reply.body.data.id)).state).toBe('queued');
    await app.kit.pool.query("UPDATE device_command SET expires_at = now() - interval '1 second' WHERE id = $1", [
      reply.body.data.id,
    ]);
    expect(
      (
        await eventually(
          () => stateOf(reply.body.data.id),
          (command) => command.state !== 'queued',
        )
      ).state,
    ).toBe('expired');
  });
});
