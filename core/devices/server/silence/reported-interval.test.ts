import { afterAll, beforeAll, expect, test } from 'vitest';
import { dueDone, eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { dueSilence } from './silence.ts';

let app: Rasid;
let customer: TestPerson;
let tanks: TestDevice[];

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  tanks = await Promise.all([0, 1, 2].map((skip) => testDevice(app, customer, `hardwareId=90101&skip=${skip}`)));
});
afterAll(async () => {
  await Promise.all(tanks.map((tank) => tank.end()));
  await app.close();
});

const tankAt = (n: number): TestDevice => tanks[n] as TestDevice;
const read = async ({ id }: TestDevice) => (await customer.call('GET', `/sample/device/${id}`)).body.data;
const isHeard = async (tank: TestDevice) => (await read(tank)).connection !== 'offline';

/** Sends a message. The first one of a device is recorded at once. */
async function measure(tank: TestDevice): Promise<void> {
  await tank.publish({ level: 1 });
  await eventually(
    () => isHeard(tank),
    (heard) => heard,
  );
}

/** Reports the interval to which the device is set. */
async function report(tank: TestDevice, intervalSeconds: number): Promise<void> {
  await tank.publish({ config: { gain: 50, intervalSeconds } }, 'v1/devices/me/attributes');
  await eventually(
    () => read(tank),
    ({ attributes }) => attributes.config?.intervalSeconds === intervalSeconds,
  );
}

/** Lets the clock of a device pass as if it had been silent for this long. Returns whether it is still not offline. */
async function staysAfter(tank: TestDevice, seconds: number): Promise<boolean> {
  await app.kit.pool.query(
    `UPDATE device_state SET last_message_at = last_message_at - $2 * interval '1 second', silent_until = silent_until - $2 * interval '1 second'
      WHERE device_id = $1`,
    [tank.id, seconds],
  );
  await dueDone(app, [dueSilence]);
  return isHeard(tank);
}

test('a device that reports a longer interval gets the time for it at once, without a further message', async () => {
  const tank = tankAt(0);
  await measure(tank);
  expect(await read(tank)).toMatchObject({ reportEverySeconds: 60, staleAfterSeconds: 180 });
  await report(tank, 1800);
  expect(await read(tank)).toMatchObject({ reportEverySeconds: 1800, staleAfterSeconds: 5400 });
  expect(await staysAfter(tank, 5300)).toBe(true);
  expect(await staysAfter(tank, 120)).toBe(false);
});

test('a device that has reported a shorter interval is found silent sooner after its messages', async () => {
  const tank = tankAt(1);
  await report(tank, 30);
  await measure(tank);
  expect(await staysAfter(tank, 80)).toBe(true);
  expect(await staysAfter(tank, 20)).toBe(false);
});

test('an interval that its model does not allow does not count', async () => {
  const tank = tankAt(2);
  await report(tank, 5);
  await measure(tank);
  expect(await read(tank)).toMatchObject({ reportEverySeconds: 60 });
  expect(await staysAfter(tank, 170)).toBe(true);
});
