import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let device: TestDevice;
beforeAll(async () => {
  app = await rasid({ start: true });
  device = await testDevice(app, await app.signIn('customer@rasid.test'), 'solutionId=901');
  await device.publish({ level: 1 });
});
afterAll(async () => {
  await device.end();
  await app.close();
});

const topic = 'v1/devices/me/attributes';

test('attributes that a device sends before the earlier ones are stored are stored after them', async () => {
  const client = await app.kit.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM device_state WHERE device_id = $1 FOR UPDATE', [device.id]);
    const { pid } = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0];
    // Settings may change the clock of the device, for which the first message has to wait.
    const first = device.publish({ config: { interval: 60 }, firmware: '1.0' }, topic);
    const blocked = async () =>
      (await app.kit.pool.query('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [pid])).rowCount;
    await expect.poll(blocked, { timeout: 10_000 }).toBe(1);
    const second = device.publish({ firmware: '2.0' }, topic);
    // Long enough for the second one to be stored, were it not to wait for the first.
    for (let n = 0; n < 20; n++) await app.anonymous.call('GET', '/session');
    await client.query('COMMIT');
    await Promise.all([first, second]);
  } finally {
    client.release();
  }
  const { rows } = await app.kit.pool.query('SELECT attributes FROM device WHERE id = $1', [device.id]);
  expect(rows[0].attributes).toMatchObject({ firmware: '2.0', config: { interval: 60 } });
});
