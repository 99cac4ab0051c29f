import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { makeAllSegments } from '#main/testing/test-tracker.ts';
import { quartersOf, vehicleTrackers } from '#main/testing/tracking/test-drive.ts';
import { type Rasid, rasid } from '#main/testing.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';

let app: Rasid;
let tracker: TestDevice;
const start = Math.floor((Date.now() - 5 * 3_600_000) / 900_000) * 900_000;
const place = { lat: 25.1, lng: 55.2, accuracy: 5, speed: 0 };

beforeAll(async () => {
  app = await rasid({ start: true });
  const customer = await app.signIn('customer@rasid.test');
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const [id] = await vehicleTrackers(app, company, 1);
  tracker = await testDevice(app, customer, `id=${id}`);
});
afterAll(async () => {
  await tracker.end();
  await app.close();
});

const minutes = (from: number, to: number, more: object) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ ts: start + (from + i) * minuteMs, ...more }));
const idleMinutes = async () => (await quartersOf(app, tracker.id)).reduce((all, { idleS }) => all + idleS, 0) / 60;

test('The ignition is that of the time of each position, also where it is reported without positions and later', async () => {
  await tracker.publish(minutes(0, 40, { position: place }));
  await eventually(
    () => app.kit.pool.query('SELECT FROM device_position WHERE device_id = $1', [tracker.id]),
    ({ rowCount }) => rowCount === 41,
  );
  await makeAllSegments(app);
  expect((await quartersOf(app, tracker.id)).length).toBe(3);
  expect(await idleMinutes()).toBe(0);
  await tracker.publish([
    // Before the first position, so that it is not covered by the record of the positions.
    { ts: start - 1000, values: { ignition: true } },
    { ts: start + 25 * minuteMs - 1000, values: { ignition: false } },
  ]);
  await eventually(
    () => app.kit.pool.query('SELECT FROM reading WHERE device_id = $1 AND sensor_id = 225', [tracker.id]),
    ({ rowCount }) => rowCount === 2,
  );
  await makeAllSegments(app);
  // Up to the last position with the ignition on.
  expect(await idleMinutes()).toBe(24);
});
