import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/test-device.ts';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let customer: Person;
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

describe('a command', () => {
  const send = (body: object) => customer.call('POST', `/sample/device/${unit.id}/command`, { body });
  const stateOf = async (id: number) =>
    (await customer.call('GET', `/sample/device/${unit.id}/command`)).body.data.find(
      (one: { id: number }) => one.id === id,
    );

  test('to a device that listens is delivered, answered and confirmed', async () => {
    const client = await unit.connect();
    client.on('message', (topic, payload) => {
      const id = topic.split('/').at(-1);
      client.publish(`v1/devices/me/rpc/response/${id}`, JSON.stringify({ echoed: JSON.parse(payload.toString()) }), {
        qos: 1,
      });
    });
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    const made = await send({ method: 'switch', params: { on: false } });
    expect(made.status).toBe(201);
    const done = await eventually(
      () => stateOf(made.body.data.id),
      (one) => one.state === 'confirmed',
    );
    expect(done.response).toEqual({ echoed: { method: 'switch', params: { on: false } } });
    await client.endAsync(true);
  });

  type Client = Awaited<ReturnType<TestDevice['connect']>>;
  const requests = 'v1/devices/me/rpc/request/+';
  /** The ids of the commands that a connection was sent. */
  const heardBy = (client: Client) => {
    const ids: number[] = [];
    client.on('message', (topic) => ids.push(Number(topic.split('/').at(-1))));
    return ids;
  };
  const until = (id: number, state: string) =>
    eventually(
      () => stateOf(id),
      (one) => one.state === state,
    );

  test('that the device acknowledged, and did not answer yet, is delivered', async () => {
    const client = await unit.connect();
    await client.subscribeAsync(requests, { qos: 1 });
    const made = await Promise.all([send({ method: 'ping' }), send({ method: 'ping' }), send({ method: 'ping' })]);
    for (const { body } of made) expect((await until(body.data.id, 'delivered')).response).toBeNull();
    await client.endAsync(true);
  });

  test('that was written to a connection that died is sent again when the device comes back, with the same id', async () => {
    const dead = await unit.connect();
    await dead.subscribeAsync(requests, { qos: 1 });
    // It hears nothing more, as behind a cut cable, and acknowledges nothing.
    dead.stream.removeAllListeners('data');
    dead.stream.pause();
    const id = (await send({ method: 'switch', params: { on: true } })).body.data.id;
    await until(id, 'sent');
    const back = await unit.connect();
    const heard = heardBy(back);
    await back.subscribeAsync(requests, { qos: 1 });
    await until(id, 'delivered');
    expect(heard).toEqual([id]);
    dead.stream.destroy();
    await back.endAsync(true);
  });

  test('that was acknowledged or has expired is not sent again', async () => {
    const first = await unit.connect();
    await first.subscribeAsync(requests, { qos: 1 });
    const id = (await send({ method: 'ping' })).body.data.id;
    await until(id, 'delivered');
    await first.endAsync(true);
    const expired = (await send({ method: 'ping' })).body.data.id;
    await app.kit.pool.query("UPDATE device_command SET expires_at = now() - interval '1 second' WHERE id = $1", [
      expired,
    ]);
    const second = await unit.connect();
    const heard = heardBy(second);
    await second.subscribeAsync(requests, { qos: 1 });
    const next = (await send({ method: 'ping' })).body.data.id;
    await until(next, 'delivered');
    expect(heard).toEqual([next]);
    await second.endAsync(true);
  });

  test('reaches the connection that listens, also while another one of the device comes and goes', async () => {
    const listening = await unit.connect();
    const heard = heardBy(listening);
    await listening.subscribeAsync(requests, { qos: 1 });
    const passing = await unit.connect();
    const first = (await send({ method: 'ping' })).body.data.id;
    await until(first, 'delivered');
    await passing.endAsync();
    const second = (await send({ method: 'ping' })).body.data.id;
    await until(second, 'delivered');
    expect(heard).toEqual([first, second]);
    await listening.endAsync(true);
  });

  test('keeps its first answer however often the device repeats or changes it', async () => {
    const client = await unit.connect();
    await client.subscribeAsync(requests, { qos: 1 });
    const id = (await send({ method: 'switch', params: { on: true } })).body.data.id;
    await until(id, 'delivered');
    const answer = (body: object) =>
      client.publishAsync(`v1/devices/me/rpc/response/${id}`, JSON.stringify(body), { qos: 1 });
    await answer({ on: true });
    const once = await stateOf(id);
    await answer({ on: true });
    await answer({ error: 'stuck' });
    expect(await stateOf(id)).toEqual(once);
    expect(once).toMatchObject({ state: 'confirmed', response: { on: true } });
    await client.endAsync(true);
  });

  test('to a device that is away never says delivered, and expires', async () => {
    await unit.end();
    const made = await send({ method: 'ping', expiresInSeconds: 5 });
    expect((await stateOf(made.body.data.id)).state).toBe('queued');
    await app.kit.pool.query("UPDATE device_command SET expires_at = now() - interval '1 second' WHERE id = $1", [
      made.body.data.id,
    ]);
    expect(
      (
        await eventually(
          () => stateOf(made.body.data.id),
          (one) => one.state !== 'queued',
        )
      ).state,
    ).toBe('expired');
  });
});
