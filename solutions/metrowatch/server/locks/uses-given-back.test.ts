import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { TestLock } from './test-lock.ts';

let app: Rasid;
let customer: TestPerson;
let door: TestDevice;
beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
});
afterAll(() => app.close());
beforeEach(async () => {
  await new TestLock(door).connect();
});
afterEach(() => door.end());

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const newLink = async () => {
  const made = await customer.call('POST', '/metrowatch/access-token', {
    body: { deviceId: door.id, kind: 'link', from: hours(-1), to: hours(1), maxUses: 1 },
  });
  return `/metrowatch/access-token/public/${made.body.data.secrets.links[0].url.split('/').at(-1)}`;
};
const post = (path: string) => app.anonymous.call('POST', `${path}/unlock`, { body: { key: randomUUID() } });
const page = async (path: string) => (await app.anonymous.call('GET', path)).body.data;
const settled = (path: string) =>
  eventually(
    () => page(`${path}?wait=1`),
    ({ opening }) => ['opened', 'failed', 'unknown'].includes(opening?.state),
  );

describe('an order that waits for its lock and is cancelled', () => {
  const wait = (path: string) =>
    app.anonymous.call('POST', `${path}/unlock`, { body: { key: randomUUID(), waitSeconds: 60 } });
  const cancel = async ({ id }: { id: number } = door) => {
    const [newest] = (await customer.call('GET', `/metrowatch/device/${id}/command?limit=1`)).body.data;
    return customer.call('POST', `/metrowatch/device/${id}/command/${newest.id}/cancel`);
  };

  test('gives the use back', async () => {
    const path = await newLink();
    await door.end();
    await eventually(
      async () => (await app.kit.pool.query('SELECT FROM device_listener WHERE device_id = $1', [door.id])).rowCount,
      (count) => count === 0,
    );
    expect((await wait(path)).status).toBe(200);
    expect((await page(path)).usesLeft).toBe(0);
    expect((await cancel()).status).toBe(200);
    expect((await settled(path)).opening).toMatchObject({ state: 'failed', counted: false });
    expect(await page(path)).toMatchObject({ state: 'ready', usesLeft: 1 });
  });

  test('had reserved the last use, which is there again although an opening of another lock has ended meanwhile', async () => {
    const locks = (await customer.call('GET', '/metrowatch/device?hardwareId=1101&limit=50')).body.data;
    const away = locks.find(({ id, token }: { id: number; token: string }) => id !== door.id && token === 'active');
    const body = { mode: 'public-temporary', methods: ['link'], from: hours(-1), to: hours(1), maxUses: 2 };
    const made = await customer.call('POST', '/metrowatch/user-access', {
      body: { ...body, deviceIds: [door.id, away.id] },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const pathTo = (device: number) => {
      const { url } = made.body.data.secrets.links.find((one: { deviceId: number }) => one.deviceId === device);
      return `/metrowatch/access-token/public/${url.split('/').at(-1)}`;
    };
    const waiting = await wait(pathTo(away.id));
    expect(waiting.status, JSON.stringify(waiting.body)).toBe(200);
    expect((await post(pathTo(door.id))).status).toBe(200);
    expect((await settled(pathTo(door.id))).opening.state).toBe('opened');
    expect((await cancel(away)).status).toBe(200);
    expect((await settled(pathTo(away.id))).opening).toMatchObject({ state: 'failed', counted: false });
    expect(await page(pathTo(away.id))).toMatchObject({ state: 'ready', usesLeft: 1 });
  });
});
