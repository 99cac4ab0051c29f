import type { MqttClient } from 'mqtt';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { devicesWithSecrets } from '#main/testing/test-servers.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { ReadinessCheck } from '#platform/server/monitoring/readiness.ts';
import { mqttPortOf } from './api.ts';
import { telemetryServer } from './index.ts';
import { clockOf, ServerClock } from './server-clock.ts';

let app: Rasid;
let customer: TestPerson;
const clients: MqttClient[] = [];

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});
afterAll(() => app.close());

const ready = async () => {
  const { status, body } = await app.http
    .inject('/ready')
    .then((reply) => ({ status: reply.statusCode, body: reply.json() }));
  return { status, said: body.reason ?? body.warning ?? '' };
};
type Device = Awaited<ReturnType<typeof devicesWithSecrets>>[number];

/** Resolves with whether the server has acknowledged the message; it closes the connection otherwise. */
async function publish({ name: username, secret: password }: Device, payload: object): Promise<boolean> {
  const port = mqttPortOf(app.kit) ?? 0;
  const client = await mqtt.connectAsync({ host: '127.0.0.1', port, username, password, reconnectPeriod: 0 });
  clients.push(client);
  const closed = new Promise<boolean>((resolve) => client.once('close', () => resolve(false)));
  const sent = client.publishAsync('v1/devices/me/telemetry', JSON.stringify(payload), { qos: 1 }).then(() => true);
  return Promise.race([closed, sent.catch(() => false)]);
}

const futureLetters = async () =>
  (await customer.call('GET', '/telemetry/dead-letter?reason=future-time&state=open&limit=100')).body.data as {
    id: number;
  }[];

describe('a server whose clock is an hour behind those of its devices', () => {
  test('stops accepting messages from the future, reports it, recovers, and stores the refused ones when they are replayed', async () => {
    const devices = (await devicesWithSecrets(app.kit.pool, 901)).concat(await devicesWithSecrets(app.kit.pool, 902));
    expect(devices.length).toBeGreaterThanOrEqual(6);
    const ahead = Date.now() + hourMs;
    const answers: boolean[] = [];
    for (const device of devices.slice(0, 6))
      answers.push(await publish(device, { ts: ahead, values: { battery: 60 } }));
    expect(answers).toEqual([true, true, true, true, false, false]);
    expect(await ready()).toMatchObject({ status: 200, said: expect.stringContaining('seems to be behind') });
    expect(await publish(devices[0] as Device, { battery: 61 })).toBe(true);
    const letters = await futureLetters();
    expect(letters).toHaveLength(4);

    // The clock is corrected: the same devices are no longer in the future, nor are their dead letters.
    for (const device of devices.slice(0, 6)) await publish(device, { ts: Date.now() - 1000, values: { battery: 62 } });
    expect(await ready()).toEqual({ status: 200, said: '' });
    await app.kit.pool.query(
      "UPDATE dead_letter SET payload = convert_to(replace(convert_from(payload, 'UTF8'), $1, $2), 'UTF8'), received_at = received_at - interval '1 hour'",
      [String(ahead), String(Date.now() - 2000)],
    );
    const group = () => customer.call('GET', '/telemetry/dead-letter/group?reason=future-time');
    const grouped: { id: number; device: { id: number } | null }[] = (await group()).body.data;
    expect(grouped.map(({ id }) => id)).toEqual(letters.map(({ id }) => id).sort((a, b) => a - b));
    expect(grouped.every(({ device }) => devices.some(({ id }) => id === device?.id))).toBe(true);
    for (const { id } of grouped) {
      const replayed = await customer.call('POST', `/telemetry/dead-letter/${id}/replay`, { body: {} });
      expect(replayed.body.data).toEqual({ stored: 1, reasons: [] });
    }
    expect([await futureLetters(), (await group()).body.data]).toEqual([[], []]);
  });
});

test('a server whose clock differs from that of the database accepts nothing and is not ready until it agrees', async () => {
  const [device] = await devicesWithSecrets(app.kit.pool, 901);
  clockOf(app.kit).compare(Date.now() + hourMs, Date.now());
  expect(await publish(device as Device, { battery: 63 })).toBe(false);
  expect(await ready()).toMatchObject({ status: 503, said: expect.stringContaining('3600 seconds behind') });
  clockOf(app.kit).compare(Date.now(), Date.now());
  expect(await publish(device as Device, { battery: 63 })).toBe(true);
  expect((await eventually(ready, ({ status }) => status === 200)).said).toBe('');
});

test('a process without a gateway notices as well that its clock is wrong', async () => {
  const checks: ReadinessCheck[] = [];
  const watch = (check: ReadinessCheck) => {
    checks.push(check);
    return () => {};
  };
  const kit: Kit = { ...app.kit, roles: new Set(['api']), readiness: { ...app.kit.readiness, watch } };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hourMs });
  const stop = await telemetryServer.start?.(kit);
  try {
    const reasons = () => checks.map((check) => check()).filter((reason) => reason !== null);
    const found = await eventually(
      async () => reasons(),
      (all) => all.length > 0,
    );
    expect(found).toEqual([expect.stringMatching(/(3599|3600|3601) seconds behind that of the database/)]);
  } finally {
    vi.useRealTimers();
    await stop?.();
  }
  await eventually(ready, ({ status }) => status === 200);
});

describe('devices whose clocks are ahead', () => {
  const of = (id: number, companyId: number) => ({ id, companyId });

  test('do not make the clock of the server suspect while most devices agree with it', () => {
    const clock = new ServerClock();
    for (let id = 0; id < 10; id++) clock.hear(of(id, id % 2), true);
    for (let id = 10; id < 30; id++) clock.hear(of(id, id % 2), false);
    expect(clock.isBehindDevices()).toBeNull();
  });

  test('do not make it suspect if they all belong to one company of several', () => {
    const clock = new ServerClock();
    for (let id = 0; id < 50; id++) clock.hear(of(id, 1), true);
    for (let id = 50; id < 53; id++) clock.hear(of(id, id), false);
    expect(clock.isBehindDevices()).toBeNull();
  });
});
