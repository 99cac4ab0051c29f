import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

/** What a gateway must do although the signal of another process did not reach it. */

let app: Rasid;
let customer: TestPerson;
let unit: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  unit = await testDevice(app, customer, 'solutionId=902');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await unit.end();
});

/** Does `work` while every signal is lost. */
async function losingSignals<T>(work: () => Promise<T>): Promise<T> {
  const send = vi.spyOn(app.kit.signals, 'send').mockImplementation(() => undefined);
  const result = await work();
  expect(send).toHaveBeenCalled();
  send.mockRestore();
  return result;
}

const ended = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', resolve));

test('the connection with an old secret is closed, and one with the new secret stays open', async () => {
  const client = await unit.connect();
  const closed = ended(client);
  await losingSignals(() => customer.call('PUT', `/sample/device/${unit.id}/credential`));
  expect(client.connected).toBe(true);
  const renewed = await testDevice(app, customer, 'solutionId=902&skip=1');
  const other = await renewed.connect();
  await app.kit.signals.reconcile();
  await closed;
  await app.kit.signals.reconcile();
  expect(other.connected).toBe(true);
  await renewed.end();
});

test('a suspended device is disconnected', async () => {
  const client = await unit.connect();
  const closed = ended(client);
  const suspended = await losingSignals(() =>
    customer.call('POST', `/sample/device/${unit.id}/suspend`, { body: { reason: 'Sends wrong values' } }),
  );
  expect(suspended.status).toBe(200);
  expect(client.connected).toBe(true);
  await app.kit.signals.reconcile();
  await closed;
  await customer.call('POST', `/sample/device/${unit.id}/resume`);
});

test('a queued command is sent once', async () => {
  const client = await unit.connect();
  const received: string[] = [];
  const first = new Promise<void>((resolve) =>
    client.on('message', (topic) => {
      received.push(topic);
      resolve();
    }),
  );
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  const queued = await losingSignals(() =>
    customer.call('POST', `/sample/device/${unit.id}/command`, { body: { method: 'switch', params: { on: false } } }),
  );
  expect(queued.status).toBe(201);
  expect(received).toEqual([]);
  await app.kit.signals.reconcile();
  await first;
  await app.kit.signals.reconcile();
  expect(received).toEqual([`v1/devices/me/rpc/request/${queued.body.data.id}`]);
});
