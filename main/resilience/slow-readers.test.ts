import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDevice, testDevice } from '../testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';

let app: Rasid;
let customer: TestPerson;
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

test('thirty blocked requests of one company do not block devices, sign-in, readiness or other companies', async () => {
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const blocker = await app.kit.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE area IN ACCESS EXCLUSIVE MODE');
  const readers = Array.from({ length: 30 }, () => customer.call('GET', `/company/${company}/area?limit=10`));
  const waiting = async () => {
    const { rows } = await app.kit.pool.query(
      "SELECT count(*)::integer AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return rows[0].n;
  };
  await expect.poll(waiting).toBe(8);

  const startedAt = Date.now();
  await device.publish({ values: { level: 1 } });
  await app.signIn('viewer@rasid.test');
  expect(await app.kit.readiness.ready()).toBe(null);
  const other = await app.signIn('other@rasid.test');
  expect((await other.call('GET', '/sample/device?limit=1')).status).toBe(200);
  expect(await waiting()).toBe(8);
  expect(Date.now() - startedAt).toBeLessThan(3000);

  // Running requests time out after five seconds. The others succeed after the lock is released.
  const refused = await Promise.race(readers);
  expect([refused.status, refused.body.word]).toEqual([503, 'try-again']);
  await blocker.query('ROLLBACK');
  blocker.release();
  const statuses = (await Promise.all(readers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(22);
});
