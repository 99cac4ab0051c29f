import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Listeners } from '#platform/server/domain-events.ts';

let app: Rasid;
let customer: TestPerson;
let sleeper: TestDevice;
let tank: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  sleeper = await testDevice(app, customer, 'solutionId=904');
  tank = await testDevice(app, customer, 'solutionId=901');
});
afterAll(async () => {
  await sleeper.end();
  await tank.end();
  await app.close();
});

const page = async ({ id }: TestDevice) => (await customer.call('GET', `/sample/device/${id}`)).body.data;
const logOf = async ({ id }: TestDevice): Promise<string[]> =>
  (await customer.call('GET', `/sample/device/${id}/log?limit=50`)).body.data.map(({ kind }: { kind: string }) => kind);
const openAlarms = async ({ id }: TestDevice): Promise<string[]> =>
  (await customer.call('GET', `/sample/alarm/status?deviceId=${id}`)).body.data.map(
    ({ kind }: { kind: string }) => kind,
  );
const endSilence = ({ id }: TestDevice) =>
  app.kit.pool.query("UPDATE device_state SET silent_until = now() - interval '1 second' WHERE device_id = $1", [id]);

describe('a device that sleeps between its reports', () => {
  test('is sleeping after a message, with the time at which it wakes, and is never online', async () => {
    const events: string[] = [];
    const stop = app.kit.live.subscribe('devices', ({ type, data }) => {
      if ((data as { id: number }).id === sleeper.id) events.push(type);
    });
    await sleeper.publish({ co2: 500 });
    const { connection, nextWakeAt, lastSeenAt } = await page(sleeper);
    expect(connection).toBe('sleeping');
    expect(Date.parse(nextWakeAt) - Date.parse(lastSeenAt)).toBe(60_000);
    const listed = async (state: string) =>
      (await customer.call('GET', `/sample/device?connection=${state}&solutionId=904&limit=50`)).body.data.map(
        ({ id }: { id: number }) => id,
      );
    expect(await listed('sleeping')).toContain(sleeper.id);
    expect(await listed('online')).toEqual([]);
    stop();
    expect(events).toEqual(['sleeping']);
    expect(await logOf(sleeper)).not.toContain('online');
  });

  test('is offline with an alarm after three intervals, and sleeping again after its next message', async () => {
    await sleeper.publish({ co2: 510 });
    await endSilence(sleeper);
    await eventually(
      () => openAlarms(sleeper),
      (kinds) => kinds.includes('offline'),
    );
    expect(await page(sleeper)).toMatchObject({ connection: 'offline', nextWakeAt: null });
    await eventually(
      async () => {
        await sleeper.publish({ co2: 520 });
        return openAlarms(sleeper);
      },
      (kinds) => kinds.length === 0,
    );
    expect((await page(sleeper)).connection).toBe('sleeping');
  });

  test('going offline and coming back is announced to other slices once each, in the same transaction', async () => {
    const heard: string[] = [];
    const note =
      (name: string) =>
      async (_: unknown, { devices }: { devices: readonly { id: number }[] }) => {
        if (devices.some(({ id }) => id === sleeper.id)) heard.push(name);
      };
    const listening: Listeners = {
      inTransaction: { 'device.offline': note('offline'), 'device.online': note('online') },
    };
    const before = app.kit.listeners;
    app.kit.listeners = [...before, listening];
    await sleeper.publish({ co2: 530 });
    await endSilence(sleeper);
    await eventually(
      () => openAlarms(sleeper),
      (kinds) => kinds.includes('offline'),
    );
    await eventually(
      async () => {
        await sleeper.publish({ co2: 540 });
        return openAlarms(sleeper);
      },
      (kinds) => kinds.length === 0,
    );
    await sleeper.publish({ co2: 550 });
    app.kit.listeners = before;
    expect(heard).toEqual(['offline', 'online']);
  });

  test('is counted as sleeping in its structure', async () => {
    const { structure } = await page(sleeper);
    const rows = (await customer.call('GET', '/sample/structure/devices-info?limit=50')).body.data;
    const { solutions } = rows.find(({ id }: { id: number }) => id === structure.id);
    expect(solutions.find(({ id }: { id: number }) => id === 904)).toMatchObject({
      online: 0,
      sleeping: 1,
      offline: 0,
    });
  });
});

describe('a suspended device', () => {
  const suspend = (reason = 'Sends wrong values', person = customer) =>
    person.call('POST', `/sample/device/${tank.id}/suspend`, { body: { reason } });
  const post = async () =>
    (
      await app.http.inject({
        method: 'POST',
        url: '/api/v1/telemetry',
        headers: { authorization: `Basic ${Buffer.from(`${tank.name}:${tank.secret}`).toString('base64')}` },
        payload: { level: 1 },
      })
    ).statusCode;

  test('is disconnected within a second and refused until it is resumed', async () => {
    const client = await tank.connect();
    await tank.publish({ level: 1 });
    const closed = new Promise<number>((resolve) => client.once('close', () => resolve(performance.now())));
    const from = performance.now();
    expect((await suspend()).body.data).toMatchObject({
      suspended: true,
      suspendedReason: 'Sends wrong values',
      connection: 'offline',
    });
    expect((await closed) - from).toBeLessThan(1000);
    await expect(tank.connect()).rejects.toThrow();
    expect(await post()).toBe(401);
    expect(
      (await customer.call('POST', `/sample/device/${tank.id}/command`, { body: { method: 'ping' } })).body,
    ).toMatchObject({ word: 'device-suspended', code: '01020410' });
    const resumed = await customer.call('POST', `/sample/device/${tank.id}/resume`);
    expect(resumed.body.data).toMatchObject({ suspended: false, suspendedReason: null });
    expect(await post()).toBe(200);
  });

  test('raises no offline alarm', async () => {
    await suspend();
    await endSilence(tank);
    await sleeper.publish({ co2: 530 });
    await endSilence(sleeper);
    await eventually(
      () => openAlarms(sleeper),
      (kinds) => kinds.includes('offline'),
    );
    expect(await openAlarms(tank)).not.toContain('offline');
  });

  test('is suspended once for one reason, with a line in its log', async () => {
    await customer.call('POST', `/sample/device/${tank.id}/resume`);
    const lines = async () => (await logOf(tank)).filter((kind) => kind === 'suspended').length;
    const before = await lines();
    await suspend();
    await suspend();
    expect(await lines()).toBe(before + 1);
    expect((await suspend(' ')).status).toBe(418);
    const viewer = await app.signIn('viewer@rasid.test');
    expect((await suspend('No', viewer)).status).toBe(403);
  });
});
