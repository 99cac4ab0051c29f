import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDevice, testDevice } from './test-device.ts';
import { type Person, type Rasid, rasid } from './testing.ts';

let app: Rasid;
let customer: Person;
let device: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  device = await testDevice(app, customer, 'solutionId=901');
  await device.connect();
});
afterAll(async () => {
  await device.end();
  await app.close();
});

test('thirty readers who all wait leave devices, signing in and readiness free, and are told to try again', async () => {
  const blocker = await app.kit.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE geofence IN ACCESS EXCLUSIVE MODE');
  const readers = Array.from({ length: 30 }, () => customer.call('GET', '/geofence?limit=10'));
  await expect.poll(() => app.kit.people.pool.waitingCount).toBeGreaterThan(0);

  const began = Date.now();
  await device.publish({ values: { level: 1 } });
  await app.signIn('viewer@rasid.test');
  expect(await app.kit.readiness.ready()).toBe(null);
  expect(app.kit.people.pool.waitingCount).toBeGreaterThan(0);
  expect(Date.now() - began).toBeLessThan(3000);

  for (const { status, body } of await Promise.all(readers)) expect([status, body.word]).toEqual([503, 'try-again']);
  await blocker.query('ROLLBACK');
  blocker.release();
  expect((await customer.call('GET', '/geofence?limit=10')).status).toBe(200);
}, 40_000);
