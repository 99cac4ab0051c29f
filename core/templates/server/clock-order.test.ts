import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { lockWaits } from '#main/testing/test-locks.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let device: TestDevice;
let templateId: number;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  device = await testDevice(app, customer, 'solutionId=901');
  await device.publish({ temperature: 20 });
  const body = { name: 'Clocks', hardwareId: 90101, intervalSeconds: 300 };
  templateId = (await customer.call('POST', '/sample/template', { body })).body.data.id;
});
afterAll(async () => {
  await device.end();
  await app.close();
});

const at = (path: string) => `/sample/device/${device.id}/${path}`;
const assign = () => customer.call('PUT', at('template'), { body: { templateId } });
test.each<[string, () => Promise<{ status: number }>]>([
  ['supervising it', () => customer.call('PUT', at('supervision'), { body: { supervisionSeconds: 600 } })],
  ['giving it a template', assign],
  ['taking it from its template', () => customer.call('DELETE', at('template'))],
])('a device that is found silent and %s at the same moment do not wait for each other', async (_, work) => {
  const silence = await app.kit.pool.connect();
  try {
    await silence.query('BEGIN');
    await silence.query('UPDATE device_state SET online = false WHERE device_id = $1', [device.id]);
    const working = work();
    await lockWaits(app, 1, 'device_state');
    await silence.query("UPDATE device SET connection = 'offline' WHERE id = $1", [device.id]);
    // It stays online for the next of these.
    await silence.query('ROLLBACK');
    expect((await working).status).toBeLessThan(300);
  } finally {
    await silence.query('ROLLBACK');
    silence.release();
  }
});
