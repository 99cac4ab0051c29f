import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deviceById } from '#core/devices/server/api.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { queueCommand } from './queue-command.ts';
import { releaseWaiting } from './release-waiting.ts';

let app: Rasid;
let customer: TestPerson;
let device: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM device_command');
  device = await testDevice(app, customer, 'solutionId=902');
  await app.kit.pool.query('DELETE FROM device_place WHERE device_id = $1', [device.id]);
  await device.publish({ byHand: false });
});
afterEach(() => device.end());

const path = () => `/sample/device/${device.id}/command`;
const order = (method: 'tip' | 'halt', body: object = {}) =>
  customer.call('POST', path(), { body: { method, ...body } });
const drive = (speed?: number) =>
  device.publish({ ts: Date.now(), values: {}, position: { lat: 24.7, lng: 46.7, speed } });
const command = async () => (await customer.call('GET', path())).body.data[0];
const becomes = (state: string) => eventually(command, (found) => found.state === state);
const waitsFor = (word: string | null) => eventually(command, (found) => found.waitsFor === word);

/** Connects the device. Returns the topics of the commands that reach it. */
async function received(): Promise<string[]> {
  const topics: string[] = [];
  const client = await device.connect();
  client.on('message', (topic) => topics.push(topic));
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  return topics;
}

describe('a command that depends on limits', () => {
  test('is refused without a recent position, above its limit, at an unknown speed, and by a forbidden value', async () => {
    const word = async () => (await order('tip')).body.word;
    expect(await word()).toBe('position-old');
    await drive(3);
    await app.kit.pool.query("UPDATE device_place SET time = time - interval '61 seconds' WHERE device_id = $1", [
      device.id,
    ]);
    expect(await word()).toBe('position-old');
    await drive();
    expect(await word()).toBe('moving');
    await drive(5.1);
    const refused = await order('tip');
    expect([refused.status, refused.body.code, refused.body.word]).toEqual([409, '90020412', 'moving']);
    await drive(5);
    await device.publish({ byHand: true });
    expect(await word()).toBe('by-hand');
    await device.publish({ byHand: false });
    expect((await order('tip')).body.data).toMatchObject({ state: 'queued', waitsFor: null });
  });

  test('does not reach a device that connects later', async () => {
    await drive(0);
    await order('tip');
    const { rows } = await app.kit.pool.query<{ seconds: number }>(
      'SELECT extract(epoch FROM send_by - created_at)::float8 AS seconds FROM device_command WHERE device_id = $1',
      [device.id],
    );
    expect(rows[0]?.seconds).toBeLessThan(6);
  });

  test('is accompanied by the newest position of its device, for pages that check it as well', async () => {
    await drive(40);
    const read = async (id: number) => (await customer.call('GET', `/sample/device/${id}`)).body.data.position;
    expect(await read(device.id)).toMatchObject({ speed: 40 });
    const { body } = await customer.call('GET', '/sample/device?solutionId=901&limit=1');
    const tank: number = body.data[0].id;
    await app.kit.pool.query(
      'INSERT INTO device_place (device_id, time, lat, lng, source, coarse) VALUES ($1, now(), 24.7, 46.7, 0, false)',
      [tank],
    );
    expect(await read(tank)).toBeNull();
  });
});

describe('a command that may wait', () => {
  test('waits as long as its app declares, or for a shorter time that the sender states', async () => {
    await drive(40);
    const seconds = async (body: object) => {
      const { createdAt, expiresAt } = (await order('halt', body)).body.data;
      return Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 1000);
    };
    expect(await seconds({})).toBe(1800);
    expect(await seconds({ waitSeconds: 60, replace: true })).toBe(60);
    expect((await order('halt', { waitSeconds: 1801, replace: true })).status).toBe(418);
  });

  test('is sent once, by the first message that satisfies all guards', async () => {
    const topics = await received();
    await drive(40);
    expect((await order('halt')).body.data).toMatchObject({ state: 'queued', waitsFor: 'moving' });
    await device.publish({ byHand: true });
    await drive(2);
    await waitsFor('by-hand');
    expect(topics).toEqual([]);
    const other = await device.connect();
    const stands = JSON.stringify({ ts: Date.now(), values: { byHand: false } });
    await Promise.all([device.publish(stands), other.publishAsync('v1/devices/me/telemetry', stands, { qos: 1 })]);
    expect(await becomes('delivered')).toMatchObject({ reason: null, waitsFor: null });
    await drive(0);
    await releaseWaiting(app.kit);
    expect(topics).toHaveLength(1);
  });

  test('does not miss a message that arrives while it is being queued', async () => {
    await drive(40);
    const manifest = app.kit.apps.find(({ id }) => id === 'sample');
    if (!manifest) throw new Error('no sample app');
    await emittingAsSystem(app.kit, app.kit.db, async (context) => {
      const found = await deviceById(context.tx, device.id);
      if (!found) throw new Error('no device');
      const queued = await queueCommand({ ...context, actor: null }, manifest, found, { method: 'halt', params: {} });
      expect(queued.waitsFor).toBe('moving');
      await drive(0);
    });
    await waitsFor(null);
  });

  test('is not sent when its device connects, and expires with the refusal that it has waited for', async () => {
    await drive(40);
    const { id } = (await order('halt')).body.data;
    const topics = await received();
    await drive(40);
    await app.kit.pool.query("UPDATE device_command SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    expect(await becomes('expired')).toMatchObject({ reason: 'moving', waitsFor: null });
    await drive(0);
    await releaseWaiting(app.kit);
    expect([topics, (await command()).state]).toEqual([[], 'expired']);
  });

  test('is not sent after it was cancelled', async () => {
    await drive(40);
    const { id } = (await order('halt')).body.data;
    expect((await customer.call('POST', `${path()}/${id}/cancel`)).body.data).toMatchObject({ reason: 'cancelled' });
    const topics = await received();
    await drive(0);
    await releaseWaiting(app.kit);
    expect([topics, (await command()).state]).toEqual([[], 'failed']);
  });
});
