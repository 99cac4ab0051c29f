import { beforeAll, describe, expect, test } from 'vitest';
import {
  addInstalled,
  app,
  connect,
  customer,
  letters,
  type MadeConnector,
  post,
  readings,
  time,
  twoMinutesAgo,
  withConnectors,
} from '#main/testing/test-connectors.ts';
import { chirpstackEvents } from './fixtures/chirpstack.ts';
import { meterReading, osmandJson, osmandQuery, traccarPosition } from './fixtures/servers.ts';
import { ttsMessages } from './fixtures/tts.ts';

withConnectors();

const twice = async (to: MadeConnector, body: unknown, query = '') => [
  (await post(to, body, query)).body.data,
  (await post(to, body, query)).body.data,
];
const once = [
  { accepted: 1, duplicates: 0, refused: 0 },
  { accepted: 0, duplicates: 1, refused: 0 },
];
const positions = async (device: number) =>
  (
    await app.kit.pool.query('SELECT lat, lng, speed, heading, time FROM device_position WHERE device_id = $1', [
      device,
    ])
  ).rows;

describe('a connector receives', () => {
  let air: number;
  let tracker: number;
  beforeAll(async () => {
    air = await addInstalled('0101010101010101', 90401);
    tracker = await addInstalled('490154203237518', 90201);
  });

  test('a message of a known device is stored once and answered after the commit', async () => {
    const connector = await connect('http', { mapping: [{ key: 'temp', sensor: 'temperature', factor: 0.1 }] });
    expect(await twice(connector, { id: '0101010101010101', temp: 231 })).toEqual(once);
    expect((await readings(air, 'temperature')).map(({ value }) => value)).toEqual([23.1]);
  });

  test('a mapping multiplies a value by its factor before it adds its offset', async () => {
    const mapping = [{ key: 'temp', sensor: 'temperature', factor: 0.5, offset: 10 }];
    const connector = await connect('http', { mapping, pointers: { time: '/at' } });
    const at = new Date(twoMinutesAgo + 2000).toISOString();
    expect((await post(connector, { id: '0101010101010101', at, temp: 20 })).body.data.accepted).toBe(1);
    expect(await readings(air, 'temperature')).toContainEqual({ value: 20, time: at });
  });

  test('the events of ChirpStack become readings and log lines, each once', async () => {
    const connector = await connect('chirpstack');
    const events = chirpstackEvents(time);
    for (const [event, body] of Object.entries(events))
      if (event !== 'up') expect(await twice(connector, body, `?event=${event}`), event).toEqual(once);
    const faults = await customer.call('GET', `/sample/alarm/status?deviceId=${air}`);
    expect(faults.body.data).toMatchObject([{ kind: 'network-fault', severity: 'ok', condition: 'active' }]);
    await post(connector, { ...events.join, deduplicationId: 'joined anew' }, '?event=join');
    const open = await customer.call('GET', `/sample/alarm/status?deviceId=${air}`);
    expect(open.body.data.filter(({ condition }: { condition: string }) => condition === 'active')).toEqual([]);
    const decoded = { ...events.up, object: { temperature: 22.4, door: { open: 1 } } };
    expect(await twice(connector, decoded, '?event=up')).toEqual(once);
    const unavailable = { deduplicationId: 'unavailable', batteryLevelUnavailable: true, batteryLevel: 0 };
    await post(
      connector,
      { ...events.status, ...unavailable, time: new Date(twoMinutesAgo + 500).toISOString() },
      '?event=status',
    );
    expect(await readings(air, 'battery')).toEqual([{ value: 88.3, time }]);
    expect(await readings(air, 'rssi')).toEqual([{ value: -36, time }]);
    expect(await readings(air, 'temperature')).toContainEqual({ value: 22.4, time });
    const log = await customer.call('GET', `/sample/device/${air}/log?kind=network-join,network-location,network-log`);
    expect(log.body.data.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'network-join',
      'network-join',
      'network-location',
      'network-log',
    ]);
    const { unusedKeys } = (await customer.call('GET', `/connector/${connector.id}`)).body.data as MadeConnector;
    expect(unusedKeys).toContainEqual({ key: 'door.open', example: '1' });
    expect(unusedKeys.map(({ key }) => key)).toContain('margin');
  });

  test('a frame that two network servers name differently is stored once', async () => {
    const connector = await connect('chirpstack');
    const { up } = chirpstackEvents(new Date(twoMinutesAgo + 1000).toISOString());
    const frame = { ...up, fCnt: 7, object: { temperature: 19 } };
    const another = { ...frame, deduplicationId: 'another', time: new Date(twoMinutesAgo + 1200).toISOString() };
    const answers = await Promise.all([frame, another].map((body) => post(connector, body, '?event=up')));
    expect(answers.map(({ body }) => body.data.accepted).sort()).toEqual([0, 1]);
    expect((await readings(air, 'temperature')).filter(({ value }) => value === 19)).toHaveLength(1);
  });

  test('the messages of The Things Stack become readings, each once, and simulated ones only where they are allowed', async () => {
    const sensor = await addInstalled('0004A30B001C0530', 90401);
    const connector = await connect('tts');
    const { up, ...others } = ttsMessages(time);
    expect(await twice(connector, up)).toEqual(once);
    for (const message of Object.values(others)) expect(await twice(connector, message)).toEqual(once);
    expect(await readings(sensor, 'temperature')).toEqual([{ value: 21.5, time }]);
    expect(await readings(sensor, 'rssi')).toEqual([{ value: -35, time }]);
    const simulated = {
      ...up,
      correlation_ids: ['as:up:other'],
      uplink_message: { ...up.uplink_message, f_cnt: 2 },
      simulated: true,
    };
    expect((await post(connector, simulated)).body.data.refused).toBe(1);
    expect((await letters(connector))[0].reasons).toEqual([{ param: '', msg: 'simulated' }]);
    const allowing = await connect('tts', { allowSimulated: true });
    expect((await post(allowing, simulated)).body.data.accepted).toBe(1);
  });

  test('a position of Traccar is stored once with its speed in km/h, and of an outdated one only the values', async () => {
    const connector = await connect('traccar');
    const body = traccarPosition(time);
    expect(await twice(connector, body)).toEqual(once);
    expect(await readings(tracker, 'battery')).toEqual([{ value: 84, time }]);
    const [place] = await positions(tracker);
    expect(place).toMatchObject({ lat: 25.0805, lng: 55.1403, heading: 181, time });
    expect(place.speed).toBeCloseTo(22.7 * 1.852, 2);
    const later = new Date(twoMinutesAgo + 60_000).toISOString();
    const outdated = { ...traccarPosition(later), position: { ...traccarPosition(later).position, outdated: true } };
    expect((await post(connector, outdated)).body.data.accepted).toBe(1);
    expect(await positions(tracker)).toHaveLength(1);
  });

  test('the OsmAnd protocol is read from the address and from JSON', async () => {
    const connector = await connect('osmand');
    const seconds = twoMinutesAgo / 1000 + 70;
    const get = () =>
      app.anonymous.call('GET', `/v1/connect/${connector.key}/osmand?${osmandQuery(seconds)}`, {
        headers: { authorization: `Basic ${Buffer.from(`any:${connector.secret}`).toString('base64')}` },
      });
    expect([(await get()).body.data, (await get()).body.data]).toEqual(once);
    expect(await readings(tracker, 'battery')).toContainEqual({
      value: 85,
      time: new Date(seconds * 1000).toISOString(),
    });
    const place = `id=490154203237518&location=25.0911,55.1511&timestamp=${seconds + 5}`;
    const placed = await app.anonymous.call('GET', `/v1/connect/${connector.key}/osmand?${place}`, {
      headers: { authorization: `Bearer ${connector.secret}` },
    });
    expect(placed.body.data).toMatchObject({ accepted: 1, refused: 0 });
    expect(await positions(tracker)).toContainEqual(
      expect.objectContaining({ time: new Date((seconds + 5) * 1000).toISOString(), lat: 25.0911, lng: 55.1511 }),
    );
    const at = new Date(twoMinutesAgo + 80_000).toISOString();
    const answer = await app.anonymous.call('POST', `/v1/connect/${connector.key}/osmand`, {
      body: osmandJson(at),
      headers: { authorization: `Bearer ${connector.secret}` },
    });
    expect(answer.body.data.accepted).toBe(1);
    const all = await positions(tracker);
    expect(all.find((one) => one.time === at).speed).toBeCloseTo(36, 2);
    expect(all.find((one) => one.time !== at && one.heading === 180).speed).toBeCloseTo(9.26, 2);
  });

  test('a meter of a gateway is found by the name under which it was adopted', async () => {
    const connector = await connect('http', {
      pointers: { time: '/timestamp' },
      mapping: [{ key: 'total_m3', sensor: 'volume' }],
    });
    const first = (await post(connector, meterReading(time))).body.data;
    expect(first).toEqual({ accepted: 0, duplicates: 0, refused: 1 });
    const unknown = (await customer.call('GET', `/connector/${connector.id}/unknown`)).body.data;
    expect(unknown).toMatchObject([{ externalId: '76348799', count: 1 }]);
    const adopt = (body: object) =>
      customer.call('POST', `/connector/${connector.id}/unknown`, {
        body: { externalId: '76348799', app: 'sample', hardwareId: 90301, ...body },
      });
    expect((await adopt({})).status).toBe(418);
    const adopted = await adopt({ serial: '70B3D5F1AAAA0001' });
    expect(adopted.body.data).toEqual({ deviceId: expect.any(Number), replayed: 1, refused: 0 });
    expect(await readings(adopted.body.data.deviceId, 'volume')).toEqual([{ value: 6.408, time }]);
    const next = new Date(twoMinutesAgo + 5000).toISOString();
    expect(await twice(connector, { ...meterReading(next), total_m3: 6.5 })).toEqual(once);
    expect((await letters(connector)).map(({ state }: { state: string }) => state)).toEqual(['replayed']);
    expect((await customer.call('GET', `/connector/${connector.id}/unknown`)).body.data).toEqual([]);
  });

  test('a body that cannot be read is answered with 200, stored whole, and read again when it is corrected', async () => {
    const connector = await connect('http');
    const broken = `{"id":"0101010101010101","temperature":24.6,"note":"${'x'.repeat(70_000)}"`;
    expect((await post(connector, broken)).body.data).toEqual({ accepted: 0, duplicates: 0, refused: 1 });
    const [letter] = await letters(connector);
    expect(letter).toMatchObject({ deviceId: null, stage: 'decode', reasons: [{ msg: 'broken-json' }], state: 'open' });
    expect(letter.connector).toEqual({ id: connector.id, name: connector.name });
    const { whole } = (await customer.call('GET', `/telemetry/dead-letter/${letter.id}`)).body.data;
    expect(whole).toBe(broken);
    const corrected = { payload: `${broken}}` };
    const tried = await customer.call('POST', `/telemetry/dead-letter/${letter.id}/try`, { body: corrected });
    expect(tried.body.data).toEqual({ stored: 1, reasons: [] });
    const replayed = await customer.call('POST', `/telemetry/dead-letter/${letter.id}/replay`, { body: corrected });
    expect(replayed.body.data).toEqual({ stored: 1, reasons: [] });
    expect(await readings(air, 'temperature')).toContainEqual({ value: 24.6, time: letter.receivedAt });
    expect((await letters(connector))[0].state).toBe('replayed');
    const log = await customer.call('GET', `/sample/device/${air}/log?kind=replayed-edited`);
    expect(log.body.data[0].actor).toBe('Mariam Al Suwaidi');
  });

  test('a message that was measured too long ago becomes a dead letter because of its time, and a value out of range because of the value', async () => {
    const connector = await connect('http', { pointers: { time: '/at' } });
    await post(connector, { id: '0101010101010101', at: '2022-07-18T09:34:15Z', temperature: 20 });
    await post(connector, { id: '0101010101010101', temperature: 900 });
    await post(connector, { temperature: 20 });
    await post(connector, [1]);
    expect((await letters(connector)).map(({ stage }: { stage: string }) => stage)).toEqual([
      'decode',
      'identify',
      'validate',
      'time',
    ]);
  });

  test('an array is split into messages, and the log of messages shows the outcome of each', async () => {
    const connector = await connect('http', { pointers: { items: '/readings', device: '/dev', values: '/v' } });
    const item = (temperature: unknown) => ({ dev: '0101010101010101', v: { temperature } });
    const answer = await post(connector, { readings: [item(20.5), item('hot'), item(20.5)] });
    expect(answer.body.data).toEqual({ accepted: 1, duplicates: 1, refused: 1 });
    const { data } = (await customer.call('GET', `/connector/${connector.id}/message`)).body;
    expect(data.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual(['accepted', 'refused']);
    const refused = data.find(({ outcome }: { outcome: string }) => outcome === 'refused');
    expect(refused).toMatchObject({ reason: 'not-a-number', device: { id: air }, externalId: '0101010101010101' });
    expect(JSON.parse(refused.body)).toEqual(item('hot'));
  });

  test('a message is tried without being stored', async () => {
    const connector = await connect('http', { mapping: [{ key: 'mode', sensor: 'temperature', values: { cold: 4 } }] });
    const tried = await customer.call('POST', `/connector/${connector.id}/test`, {
      body: { body: '{"id":"0101010101010101","mode":"cold","other":1}' },
    });
    expect(tried.body.data.messages).toMatchObject([
      {
        externalId: '0101010101010101',
        deviceId: air,
        entries: [{ values: { temperature: 4 } }],
        stored: 1,
        reasons: [],
      },
    ]);
    expect((await readings(air, 'temperature')).map(({ value }) => value)).not.toContain(4);
  });
});
