import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { deviceById } from '#core/devices/server/api.ts';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { lockWaits } from '#main/testing/test-locks.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { sendAutomatic } from './automatic-command.ts';
import { queueCommand } from './queue-command.ts';

let app: Rasid;
let customer: TestPerson;
let device: TestDevice;
let companyId: number;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  device = await testDevice(app, customer, 'solutionId=902');
  await suspend(false);
  await app.kit.pool.query('DELETE FROM device_command');
  companyId = (await customer.call('GET', `/sample/device/${device.id}`)).body.data.companyId;
});
afterEach(() => device.end());

const manifest = () => {
  const found = app.kit.apps.find(({ id }) => id === 'sample');
  if (!found) throw new Error('no sample app');
  return found;
};
const commands = async () =>
  (await customer.call('GET', `/sample/device/${device.id}/command`)).body.data as { state: string; reason: string }[];
const suspend = (on: boolean) =>
  on
    ? customer.call('POST', `/sample/device/${device.id}/suspend`, { body: { reason: 'Stolen' } })
    : customer.call('POST', `/sample/device/${device.id}/resume`);

test('two workers that act on the same alarm at once send one command', async () => {
  const earlier = await customer.call('POST', `/sample/device/${device.id}/command`, {
    body: { method: 'ping', params: { port: 7 } },
  });
  await app.kit.pool.query(
    "UPDATE device_command SET state = 'failed', unfollowed = true, created_at = now() - interval '1 hour' WHERE id = $1",
    [earlier.body.data.id],
  );
  // Both have checked whether one was sent recently before either of them sends.
  const holder = await app.kit.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM device_command WHERE id = $1 FOR UPDATE', [earlier.body.data.id]);
  const order = { alarmId: 1, companyId, deviceId: device.id, method: 'ping', params: { port: 7 } };
  const worker = () => emittingAsSystem(app.kit, app.kit.db, (context) => sendAutomatic(context, manifest(), order));
  const both = Promise.allSettled([worker(), worker()]);
  await lockWaits(app, 2);
  await holder.query('COMMIT');
  holder.release();
  expect((await both).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await commands()).toHaveLength(2);
});

test('a command that is queued while its device is suspended does not go out once the device is resumed', async () => {
  let suspended: Promise<unknown> | undefined;
  await emittingAsSystem(app.kit, app.kit.db, async (context) => {
    const found = await deviceById(context.tx, device.id);
    if (!found) throw new Error('no device');
    await queueCommand({ ...context, actor: null }, manifest(), found, { method: 'ping', params: {} });
    suspended = suspend(true);
    await Promise.race([lockWaits(app, 1), suspended]);
  });
  await suspended;
  expect((await suspend(false)).status).toBeLessThan(300);
  expect(await commands()).toMatchObject([{ state: 'failed', reason: 'suspended' }]);
});

test('a command for a device that is suspended meanwhile is refused', async () => {
  const refused = emittingAsSystem(app.kit, app.kit.db, async (context) => {
    const found = await deviceById(context.tx, device.id);
    if (!found) throw new Error('no device');
    expect((await suspend(true)).status).toBeLessThan(300);
    await queueCommand({ ...context, actor: null }, manifest(), found, { method: 'ping', params: {} });
  });
  await expect(refused).rejects.toMatchObject({ status: 409, word: 'device-suspended' });
  expect(await commands()).toEqual([]);
  await suspend(false);
});
