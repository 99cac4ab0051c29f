import { afterAll, beforeAll, expect, test } from 'vitest';
import { dueDone, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { dueSilence } from './silence.ts';

let app: Rasid;
let customer: TestPerson;
let trackers: TestDevice[];

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const { rows } = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90203, solution_id = 902 WHERE id IN (
       SELECT id FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token ORDER BY id LIMIT 3) RETURNING id`,
    [company],
  );
  trackers = await Promise.all(rows.map(({ id }) => testDevice(app, customer, `id=${id}`)));
});
afterAll(async () => {
  await Promise.all(trackers.map((tracker) => tracker.end()));
  await app.close();
});

const trackerAt = (n: number): TestDevice => trackers[n] as TestDevice;
const post = async ({ name, secret }: TestDevice, payload: object) => {
  const headers = { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` };
  const sent = await app.http.inject({ method: 'POST', url: '/api/v1/telemetry', headers, payload });
  expect(sent.statusCode).toBe(200);
};
const ways = {
  HTTP: post,
  MQTT: (device: TestDevice, payload: object) => device.publish(payload),
};
const read = async ({ id }: TestDevice) => (await customer.call('GET', `/sample/device/${id}`)).body.data;

/** Lets the clocks of a device pass as if it had been silent for this long, and marks who is offline. */
async function silentFor({ id }: TestDevice, seconds: number): Promise<void> {
  await app.kit.pool.query(
    `UPDATE device_state SET last_message_at = last_message_at - $2 * interval '1 second', silent_until = silent_until - $2 * interval '1 second'
      WHERE device_id = $1`,
    [id, seconds],
  );
  await dueDone(app, [dueSilence]);
}

const place = { lat: 25.1, lng: 55.2 };

test.each(Object.entries(ways))(
  'a tracker whose messages come by %s is online at its depot for three hours, and offline half a minute after it falls silent while moving',
  async (_, send) => {
    const tracker = trackerAt(0);
    await send(tracker, { values: { motion: true }, position: { ...place, speed: 40 } });
    expect(await read(tracker)).toMatchObject({ reportEverySeconds: 10, staleAfterSeconds: 30 });
    await send(tracker, { values: { motion: false }, position: { ...place, speed: 0 } });
    expect(await read(tracker)).toMatchObject({ reportEverySeconds: 3600 });
    await silentFor(tracker, 3 * 3600 - 60);
    expect(await read(tracker)).toMatchObject({ connection: 'online' });
    await silentFor(tracker, 70);
    expect(await read(tracker)).toMatchObject({ connection: 'offline' });

    await send(tracker, { values: { motion: true } });
    await silentFor(tracker, 20);
    expect(await read(tracker)).toMatchObject({ connection: 'online' });
    await silentFor(tracker, 16);
    expect(await read(tracker)).toMatchObject({ connection: 'offline' });
  },
);

test('the speed of a position shows the motion of a tracker that does not report it, and an older position does not', async () => {
  const tracker = trackerAt(1);
  const now = Date.now();
  await post(tracker, { ts: now - 1000, position: { ...place, speed: 50 } });
  await post(tracker, { ts: now - 60_000, position: { ...place, speed: 0 } });
  expect(await read(tracker)).toMatchObject({ reportEverySeconds: 10 });
  await post(tracker, { ts: now, position: place });
  expect(await read(tracker)).toMatchObject({ reportEverySeconds: 10 });
  await post(tracker, { ts: now + 1, position: { ...place, speed: 2 } });
  expect(await read(tracker)).toMatchObject({ reportEverySeconds: 3600 });
});

test('a template changes how often trackers report, within limits, and a tracker that sends signs of life is measured by them', async () => {
  const tracker = trackerAt(2);
  const body = { name: 'Vans', hardwareId: 90203, settings: { movingSeconds: 4 } };
  expect((await customer.call('POST', '/sample/template', { body })).body.errors).toMatchObject([
    { param: 'settings.movingSeconds', msg: 'outOfRange' },
  ]);
  const settings = { movingSeconds: 30, parkedSeconds: 7200, heartbeatSeconds: 300 };
  const made = await customer.call('POST', '/sample/template', { body: { ...body, settings } });
  expect(made.status).toBe(201);
  const applied = await customer.call('PUT', `/sample/device/${tracker.id}/template`, {
    body: { templateId: made.body.data.id },
  });
  expect(applied.status).toBe(200);
  await post(tracker, { values: { motion: true } });
  expect(await read(tracker)).toMatchObject({ reportEverySeconds: 30 });
  await post(tracker, { values: { motion: false } });
  expect(await read(tracker)).toMatchObject({ reportEverySeconds: 300 });
  await silentFor(tracker, 890);
  expect(await read(tracker)).toMatchObject({ connection: 'online' });
  await silentFor(tracker, 20);
  expect(await read(tracker)).toMatchObject({ connection: 'offline' });
});
