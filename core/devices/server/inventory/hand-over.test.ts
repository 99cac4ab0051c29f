import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let integrator: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  app = await rasid({ start: true });
  [integrator, customer] = [await app.signIn('integrator@rasid.test'), await app.signIn('customer@rasid.test')];
  const najm = (await integrator.call('GET', '/session')).body.data.company.id;
  await app.kit.pool.query(
    "INSERT INTO company_app (company_id, app_id) VALUES ($1, 'sample') ON CONFLICT DO NOTHING",
    [najm],
  );
});
afterAll(() => app.close());

test('the secret of a device that got another owner is refused by the broker, and its connection ends', async () => {
  const serial = '70B3D5AF0001';
  const made = await integrator.call('POST', '/sample/device', { body: { serial, hardwareId: 90101 } });
  expect(made.status).toBe(201);
  const device = await testDevice(app, integrator, `search=${serial}`);
  const connected = await device.connect();
  const ended = new Promise<void>((resolve) => connected.once('close', resolve));
  const customerId = (await customer.call('GET', '/session')).body.data.company.id;
  const given = await integrator.call('PATCH', '/device/owner', { body: { id: device.id, customerId } });
  expect(given.status).toBe(200);
  await ended;
  await expect(device.connect()).rejects.toThrow();
  // The new owner creates its own secret.
  const next = await testDevice(app, customer, `search=${serial}`);
  expect(next.id).toBe(given.body.data.id);
  await next.connect();
  await Promise.all([device.end(), next.end()]);
});
