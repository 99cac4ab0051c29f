import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let button: TestDevice;
const topic = 'v1/devices/me/event';
const start = Date.now() - 600_000;

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, other] = [await app.signIn('customer@rasid.test'), await app.signIn('other@rasid.test')];
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const changed = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90201, solution_id = 902 WHERE id = (
       SELECT min(id) FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token AND solution_id = 901) RETURNING id`,
    [company],
  );
  button = await testDevice(app, customer, `id=${changed.rows[0].id}`);
});
afterAll(async () => {
  await button.end();
  await app.close();
});

type Shown = { id: number; kind: string; time: string; data: object };
const press = (id: string, at: number, more: object = {}) => ({
  id,
  ts: start + at,
  kind: 'press',
  data: { button: 'red', result: 'denied', ...more },
});
const path = (query = '') => `/sample/device/${button.id}/event?limit=100${query}`;
const events = async (query = '') => (await customer.call('GET', path(query))).body.data as Shown[];
const keys = async () =>
  (
    await app.kit.pool.query('SELECT key FROM device_event WHERE device_id = $1 ORDER BY time DESC', [button.id])
  ).rows.map(({ key }) => key as string);
const deadLetters = async () =>
  (await customer.call('GET', `/telemetry/dead-letter?deviceId=${button.id}&limit=50`)).body.data as {
    id: number;
    topic: string;
    reasons: object[];
  }[];
const post = (body: unknown) =>
  app.anonymous.call('POST', '/v1/event', {
    body,
    headers: { authorization: `Basic ${Buffer.from(`${button.name}:${button.secret}`).toString('base64')}` },
  });

test('an acknowledged event is stored and comes first in the list of events', async () => {
  await button.publish(press('a1', 1000), topic);
  await button.publish(press('a2', 2000, { slot: 17 }), topic);
  expect(await keys()).toEqual(['a2', 'a1']);
  expect((await events())[0]).toMatchObject({
    kind: 'press',
    time: new Date(start + 2000).toISOString(),
    data: { button: 'red', result: 'denied', slot: 17 },
  });
  expect(await events('&kind=restart')).toEqual([]);
  const until = new Date(start + 1500).toISOString();
  expect(await events(`&time[to]=${until}`)).toHaveLength(1);
});

test('an event that is sent again is stored once, by its id, and without one by its time and content', async () => {
  const count = (await events()).length;
  const { id: _, ...anonymous } = press('', 3000);
  await button.publish([anonymous, press('a1', 1000), { ...press('a2', 2000), ts: start + 2500 }], topic);
  await button.publish([anonymous, anonymous], topic);
  expect(await events()).toHaveLength(count + 1);
});

test('the valid ones of several events are stored, and the whole message is stored with the reasons of the others', async () => {
  await button.publish(
    [
      press('b1', 4000),
      { ...press('b2', 4001), kind: 'explosion' },
      press('b3', 4002, { button: 'blue' }),
      { ...press('b4', 0), ts: Date.now() + 3_600_000 },
    ],
    topic,
  );
  expect((await keys())[0]).toBe('b1');
  const [letter] = await deadLetters();
  expect(letter).toMatchObject({
    topic,
    reasons: [
      { param: '1.kind', msg: 'unknown-event' },
      { param: '2.data.button', msg: 'bad-event' },
      { param: '3.ts', msg: 'future-time' },
    ],
  });
  // A corrected message is replayed as events.
  const replayed = await customer.call('POST', `/telemetry/dead-letter/${letter?.id}/replay`, {
    body: { payload: JSON.stringify([press('b3', 4002)]) },
  });
  expect(replayed.body.data).toEqual({ stored: 1, reasons: [] });
  expect(await keys()).toContain('b3');
});

test('a message with more than 32 events, or an event of more than 4 kB, is kept as a dead letter', async () => {
  const count = (await deadLetters()).length;
  await button.publish(
    Array.from({ length: 33 }, (_, i) => press(`c${i}`, 5000 + i)),
    topic,
  );
  await button.publish(press('big', 6000, { note: 'x'.repeat(4096) }), topic);
  expect(await deadLetters()).toHaveLength(count + 2);
  expect(await keys()).not.toContain('big');
});

test('events over HTTP are stored all or none, with the reason of each', async () => {
  const stored = await post([press('h1', 7000), press('h2', 7001)]);
  expect([stored.status, stored.body.data]).toEqual([200, { stored: 2 }]);
  const refused = await post([press('h3', 7002), { ...press('h4', 7003), kind: 'explosion' }]);
  expect([refused.status, refused.body.errors]).toEqual([418, [{ param: '1.kind', msg: 'unknown-event' }]]);
  expect(await keys()).not.toContain('h3');
});

test('events of another company are not found, and those of a device without a token are hidden', async () => {
  expect((await other.call('GET', path())).status).toBe(404);
  await app.kit.pool.query('UPDATE device SET token_blocked = true WHERE id = $1', [button.id]);
  app.kit.signals.send('device.changed', { id: button.id });
  const hidden = await customer.call('GET', path());
  expect([hidden.status, hidden.body.data]).toEqual([200, []]);
  await app.kit.pool.query('UPDATE device SET token_blocked = false WHERE id = $1', [button.id]);
  app.kit.signals.send('device.changed', { id: button.id });
});

test('messages that cannot be stored because of an error in the program hold up no other device, are sent again, and are reported by /ready', async () => {
  const { pool } = app.kit;
  const tank = await testDevice(app, customer, 'solutionId=901');
  const warning = async () => (await app.http.inject('/ready')).json().warning as string | undefined;
  const [stored, letters] = [await keys(), await deadLetters()];
  await Promise.all([button.connect(), tank.publish({ level: 1 })]);
  await pool.query('ALTER TABLE device_event RENAME TO device_event_gone');
  try {
    let acknowledged = false;
    const refused = button.publish(press('p1', 9000), topic).then(
      () => {
        acknowledged = true;
      },
      () => undefined,
    );
    await Promise.all([1.1, 1.2, 1.3].map((level) => tank.publish({ level })));
    const said = await eventually(warning, (sentence) => sentence !== undefined);
    expect(said).toMatch(/cannot be stored.*device_event/);
    await Promise.race([refused, Promise.resolve()]);
    expect(acknowledged).toBe(false);
  } finally {
    await pool.query('ALTER TABLE device_event_gone RENAME TO device_event');
    await tank.end();
  }
  await button.end();
  button = await testDevice(app, customer, `id=${button.id}`);
  await button.publish(press('p1', 9000), topic);
  expect(await keys()).toEqual(expect.arrayContaining(['p1', ...stored]));
  expect(await deadLetters()).toEqual(letters);
});
