import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/test-device.ts';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let customer: Person;
let tank: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  tank = await testDevice(app, customer, 'solutionId=2');
});
afterAll(async () => {
  await tank.end();
  await app.close();
});

describe('a command', () => {
  const send = (body: object) => customer.call('POST', `/swam/control-unit/${tank.id}/command`, { body });
  const stateOf = async (id: number) =>
    (await customer.call('GET', `/swam/control-unit/${tank.id}/command`)).body.data.find(
      (one: { id: number }) => one.id === id,
    );

  test('to a device that listens is delivered, answered and confirmed', async () => {
    const client = await tank.connect();
    client.on('message', (topic, payload) => {
      const id = topic.split('/').at(-1);
      client.publish(`v1/devices/me/rpc/response/${id}`, JSON.stringify({ echoed: JSON.parse(payload.toString()) }), {
        qos: 1,
      });
    });
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    const made = await send({ method: 'valve', params: { position: 'closed' } });
    expect(made.status).toBe(201);
    const done = await eventually(
      () => stateOf(made.body.data.id),
      (one) => one.state === 'confirmed',
    );
    expect(done.response).toEqual({ echoed: { method: 'valve', params: { position: 'closed' } } });
    await client.endAsync(true);
  });

  test('to a device that is away never says delivered, and expires', async () => {
    await tank.end();
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

  test('with the same Idempotency-Key is sent once', async () => {
    const headers = { 'idempotency-key': 'press-1' };
    const body = { method: 'ping' };
    const first = await customer.call('POST', `/swam/control-unit/${tank.id}/command`, { body, headers });
    const second = await customer.call('POST', `/swam/control-unit/${tank.id}/command`, { body, headers });
    expect(second.body.data.id).toBe(first.body.data.id);
    const reused = await customer.call('POST', `/swam/control-unit/${tank.id}/command`, {
      body: { method: 'other' },
      headers,
    });
    expect([reused.status, reused.body.word]).toEqual([409, 'idempotency-key-reused']);
  });
});
