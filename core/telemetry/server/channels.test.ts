import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { TelemetryBatch } from './intake/writer.ts';
import type { MeasuredPoints } from './measured-points.ts';
import { onBatch, writerOf } from './process-state.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let controllers: TestDevice[];
const heard: TelemetryBatch['channels'][number][] = [];
const start = Date.now() - 600_000;
const pump = 9005;
/** A value without states over time, which take further statements. */
const rssi = 2;

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, other] = [await app.signIn('customer@rasid.test'), await app.signIn('other@rasid.test')];
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const { rows } = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90201, solution_id = 902 WHERE id IN (
       SELECT id FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token ORDER BY id LIMIT 4) RETURNING id`,
    [company],
  );
  controllers = await Promise.all(rows.map(({ id }) => testDevice(app, customer, `id=${id}`)));
  for (const { id } of rows) app.kit.signals.send('device.changed', { id });
  onBatch(
    app.kit,
    async (_, { channels }) => {
      heard.push(...channels);
      return () => undefined;
    },
    () => undefined,
    { forget: () => undefined },
  );
});
afterAll(async () => {
  await Promise.all(controllers.map((controller) => controller.end()));
  await app.close();
});

const controllerAt = (n: number): TestDevice => controllers[n] as TestDevice;
const post = ({ name, secret }: TestDevice, body: unknown) =>
  app.anonymous.call('POST', '/v1/telemetry', {
    body,
    headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
  });
const read = (person: TestPerson, { id }: TestDevice) => person.call('GET', `/sample/device/${id}/channel`);
type Shown = { channel: string; values: { sensor: string; value: unknown; time: string | null }[] };
/** The value of each sensor of each channel that has one. */
const shown = async (device: TestDevice) =>
  Object.fromEntries(
    ((await read(customer, device)).body.data as Shown[]).map(({ channel, values }) => [
      channel,
      Object.fromEntries(values.filter(({ time }) => time).map(({ sensor, value }) => [sensor, value])),
    ]),
  );
const heardOf = ({ id }: TestDevice) =>
  heard.filter(({ deviceId }) => deviceId === id).map(({ channel, value, time }) => [channel, value, time - start]);
const letters = async ({ id }: TestDevice) =>
  (await customer.call('GET', `/telemetry/dead-letter?deviceId=${id}&limit=50`)).body.data as {
    id: number;
    reasons: object[];
  }[];
const on = (channel: string, at: number, value: boolean) => ({ channel, ts: start + at, values: { pump: value } });

test('the values of channels that a device sends over HTTP and MQTT are shown by channel and handed to listeners', async () => {
  const device = controllerAt(0);
  const alone = await post(device, on('A-10', 1000, true));
  expect([alone.status, alone.body.data]).toEqual([200, { stored: 1 }]);
  await device.publish([
    { channel: 'A-2', ts: start + 2000, values: { pump: false, mode: 'eco', rssi: -71 } },
    { ts: start + 3000, values: { pump: true } },
  ]);
  expect(await shown(device)).toEqual({ 'A-10': { pump: true }, 'A-2': { pump: false, mode: 'eco', rssi: -71 } });
  const reply = (await read(customer, device)).body.data as Shown[];
  expect(reply.map(({ channel }) => channel)).toEqual(['A-2', 'A-10']);
  expect(reply[1]?.values).toMatchObject([
    { sensor: 'pump', value: true, time: new Date(start + 1000).toISOString() },
    { sensor: 'mode', value: null, time: null },
    { sensor: 'rssi', unit: 'dBm', value: null },
  ]);
  expect(heard.filter(({ deviceId }) => deviceId === device.id)).toMatchObject([
    { channel: 'A-10', sensorId: pump, value: 1, word: null, time: start + 1000 },
    { channel: 'A-2', value: 0 },
    { channel: 'A-2', value: null, word: 'eco' },
    { channel: 'A-2', value: -71 },
  ]);
  // The values of channels are not those of the device, and the other way around.
  const values = (await customer.call('GET', `/sample/device/${device.id}`)).body.data.values as Shown['values'];
  expect(values.find(({ sensor }) => sensor === 'pump')).toMatchObject({ value: true });
  expect(values.find(({ sensor }) => sensor === 'mode')?.value).not.toBe('eco');
  const readings = await app.kit.pool.query(
    'SELECT time FROM reading WHERE device_id = $1 AND sensor_id = $2 AND time BETWEEN to_timestamp($3) AND to_timestamp($4)',
    [device.id, pump, start / 1000, start / 1000 + 10],
  );
  expect(readings.rows).toEqual([{ time: new Date(start + 3000).toISOString() }]);
});

test('late values of a channel never replace newer ones, and repeated messages change nothing', async () => {
  const device = controllerAt(1);
  await device.publish([on('B', 5000, true), on('B', 7000, false), on('B', 6000, true), on('B', 7000, true)]);
  expect(await shown(device)).toEqual({ B: { pump: false } });
  expect(heardOf(device)).toEqual([
    ['B', 1, 5000],
    ['B', 1, 6000],
    ['B', 0, 7000],
  ]);
  await device.publish([on('B', 7000, true), on('B', 4000, true), on('B', 6500, true)]);
  expect(await shown(device)).toEqual({ B: { pump: false } });
  expect(heardOf(device)).toHaveLength(3);
  // Late ones of a message whose newest value is stored are not handed over either.
  await device.publish([on('B', 6900, false), on('B', 8000, true)]);
  expect(heardOf(device).slice(3)).toEqual([['B', 1, 8000]]);
  // A device clock may be ahead; a value that was stored by a server with a wrong clock is replaced.
  const ahead = Date.now() + 200_000 - start;
  await device.publish(on('B', ahead, false));
  await device.publish(on('B', ahead - 10_000, true));
  expect(await shown(device)).toEqual({ B: { pump: false } });
  await app.kit.pool.query("UPDATE device_channel SET time = now() + interval '1 day' WHERE device_id = $1", [
    device.id,
  ]);
  await device.publish(on('B', ahead, true));
  expect(await shown(device)).toEqual({ B: { pump: true } });
});

test('a message with a wrong channel is refused over HTTP with the reason, and kept as a dead letter over MQTT', async () => {
  const device = controllerAt(2);
  const faultsOf = async (body: unknown, from = device) => (await post(from, body)).body.errors;
  for (const channel of ['', 'x'.repeat(65), 'A 1', 'A/1', 'قناة', 7, null, ['A']])
    expect([channel, await faultsOf({ channel, values: { pump: true } })]).toEqual([
      channel,
      [{ param: 'channel', msg: 'bad-channel' }],
    ]);
  expect(await faultsOf([on('ok', 0, true), { channel: 'ok', values: { byHand: true, salt: 1, pump: 2 } }])).toEqual([
    { param: '1.values.byHand', msg: 'unknown-sensor' },
    { param: '1.values.salt', msg: 'unknown-sensor' },
    { param: '1.values.pump', msg: 'out-of-range' },
  ]);
  expect(await faultsOf({ channel: 'ok' })).toEqual([{ param: 'values', msg: 'no-values' }]);
  expect(await shown(device)).toEqual({});
  await device.publish([{ channel: 'C', ts: start, values: { pump: true, byHand: true } }, on('C d', 0, true)]);
  expect(await shown(device)).toEqual({ C: { pump: true } });
  const [letter] = await letters(device);
  expect(letter?.reasons).toEqual([
    { param: '0.values.byHand', msg: 'unknown-sensor' },
    { param: '1.channel', msg: 'bad-channel' },
  ]);
  // A corrected message is replayed with its channels.
  const replayed = await customer.call('POST', `/telemetry/dead-letter/${letter?.id}/replay`, {
    body: { payload: JSON.stringify([on('C', 0, true), on('C_d.1', 0, true)]) },
  });
  expect(replayed.body.data).toEqual({ stored: 2, reasons: [] });
  expect(await shown(device)).toEqual({ C: { pump: true }, 'C_d.1': { pump: true } });
});

test('values that name a channel are refused from a model without channels', async () => {
  const tank = await testDevice(app, customer, 'solutionId=901');
  const refused = await post(tank, { channel: 'A', values: { level: 1 } });
  expect([refused.status, refused.body.errors]).toEqual([418, [{ param: 'channel', msg: 'unknown-channel' }]]);
  expect((await read(customer, tank)).body.data).toEqual([]);
});

test('a device has at most 256 channels, also if its messages are read by several processes at once', async () => {
  const device = controllerAt(3);
  const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => on(`n${from + n}`, 0, true));
  const tooMany = await post(device, many(0, 257));
  expect(tooMany.body.errors).toEqual([{ param: '256.channel', msg: 'too-many-channels' }]);
  expect((await post(device, many(0, 256))).body.data).toEqual({ stored: 256 });
  expect((await post(device, on('n256', 0, true))).body.errors).toEqual([
    { param: 'channel', msg: 'too-many-channels' },
  ]);
  expect((await post(device, on('n255', 10, false))).body.data).toEqual({ stored: 1 });
  // Another process has read it before it knew of the other channels.
  const message = { d: device.id, r: Date.now(), t: [], s: [], v: [] };
  const write = (n: string) => writerOf(app.kit).write([{ ...message, c: [{ n, t: [start], s: [pump], v: [1] }] }]);
  expect(await write('n256')).toEqual(new Map());
  expect(Object.keys(await shown(device))).toHaveLength(256);
  const [letter] = await letters(device);
  expect(letter?.reasons).toEqual([{ param: '', msg: 'not-stored' }]);
  // What the database has refused is replayed with its channel.
  await app.kit.pool.query("DELETE FROM device_channel WHERE device_id = $1 AND channel = 'n0'", [device.id]);
  app.kit.signals.send('device.changed', { id: device.id });
  const replayed = await customer.call('POST', `/telemetry/dead-letter/${letter?.id}/replay`, { body: {} });
  expect(replayed.body.data).toEqual({ stored: 1, reasons: [] });
  expect(await shown(device)).toMatchObject({ n256: { pump: true } });
});

test('a batch with values of channels takes one statement more, whether they are few or many', async () => {
  const writer = writerOf(app.kit);
  let time = start + 60_000;
  const statements = async (channels: number) => {
    const counts: number[] = [];
    // Every five seconds a batch also writes when its devices were last seen, so that one of three does not.
    for (let n = 0; n < 3; n++) {
      time += 1000;
      const messages = controllers.slice(0, 2).map(
        ({ id: d }): MeasuredPoints => ({
          d,
          r: Date.now(),
          t: [time],
          s: [rssi],
          v: [-70],
          ...(channels > 0
            ? { c: [...Array(channels).keys()].map((n) => ({ n: `s${n}`, t: [time], s: [rssi], v: [-70] })) }
            : {}),
        }),
      );
      counts.push(await countStatements(app, async () => expect(await writer.write(messages)).toEqual(new Map())));
    }
    return Math.min(...counts);
  };
  await statements(1);
  const without = await statements(0);
  expect(without).toBe(5);
  expect([await statements(1), await statements(50)]).toEqual([without + 1, without + 1]);
});

test('channels of another company are not found, and those of a device without an active token are hidden', async () => {
  const device = controllerAt(0);
  expect((await read(other, device)).status).toBe(404);
  const sensors = async (id: number) => (await customer.call('GET', `/sample/device/${id}`)).body.data.channelSensors;
  const [tank] = (await customer.call('GET', '/sample/device?limit=1&solutionId=901')).body.data;
  expect([await sensors(device.id), await sensors(tank.id)]).toEqual([['pump', 'mode', 'rssi'], null]);
  await app.kit.pool.query('UPDATE device SET token_blocked = true WHERE id = $1', [device.id]);
  expect((await read(customer, device)).body.data).toEqual([]);
  await app.kit.pool.query('UPDATE device SET token_blocked = false WHERE id = $1', [device.id]);
  expect(await shown(device)).not.toEqual({});
});
