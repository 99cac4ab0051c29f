import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import { trapSenseCodec } from '../../common/trap-sense-codec.ts';

let traps: TestTraps;
let connector: { key: string; secret: string };
beforeAll(async () => {
  traps = await TestTraps.begin();
  const made = await traps.customer.call('POST', '/connector', { body: { kind: 'chirpstack', name: 'Basement' } });
  connector = made.body.data;
});
afterAll(() => traps.app.close());

const minute = 60_000;
/** In whole seconds, as traps state times. */
const start = Math.floor(Date.now() / 1000) * 1000 - 50 * minute;

const values = { bodyFound: false, displaced: false, coverOpen: false };
const sample = (payload: string, expected: object, form: 'hex' | 'base64' = 'hex') => ({
  name: payload,
  form,
  payload,
  fPort: 2,
  expected: [expected],
});

test('the codec reads each byte of the messages of a trap, also below zero', async () => {
  const caught = {
    time: Date.parse('2026-09-21T14:13:20Z'),
    values: { ...values, hits: 42, trapState: 'sprung', bodyFound: true, temperature: 28, battery: 100 },
    events: [{ id: 'hit-42-1790000000', kind: 'hit', data: { type: 'activation', body: true, counter: 42 } }],
  };
  const samples = [
    sample('0103A0002A1C6AB13B80', caught),
    sample('AQOgACocarE7gA==', caught, 'base64'),
    sample('02009E002A1B6AB1E440', {
      time: 0x6ab1e440 * 1000,
      values: { ...values, hits: 42, trapState: 'armed', temperature: 27, battery: 97 },
      events: [],
    }),
    sample('01039D002D1D6AB28D00', {
      time: 0x6ab28d00 * 1000,
      values: { ...values, hits: 45, trapState: 'sprung', bodyFound: true, temperature: 29, battery: 95 },
      events: [{ id: `hit-45-${0x6ab28d00}`, kind: 'hit', data: { type: 'activation', body: true, counter: 45 } }],
    }),
    sample('03109D002D1E6AB29B10', {
      time: 0x6ab29b10 * 1000,
      values: { ...values, hits: 45, trapState: 'armed', temperature: 30, battery: 95 },
      events: [{ id: `service-45-${0x6ab29b10}`, kind: 'service', data: { counter: 45 } }],
    }),
    // In a cold store at 18 degrees below zero, tilted and open, with a counter of two bytes and a weak cell.
    sample('020D6E0101EE6AB1E440', {
      time: 0x6ab1e440 * 1000,
      values: {
        hits: 257,
        trapState: 'sprung',
        bodyFound: false,
        displaced: true,
        coverOpen: true,
        temperature: -18,
        battery: 17,
      },
      events: [],
    }),
  ];
  const body = { name: 'TrapSense', source: trapSenseCodec, samples };
  const { id } = (await traps.customer.call('POST', '/codec', { body })).body.data;
  const activated = await traps.customer.call('POST', `/codec/${id}/activate`, { body: { number: 1 } });
  expect(activated.status, JSON.stringify(activated.body)).toBe(200);
});

/** A message of a trap. */
function frame(
  type: number,
  flags: number,
  counter: number,
  { at, temperature = 21 }: { at: number; temperature?: number },
): string {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt8(type, 0);
  bytes.writeUInt8(flags, 1);
  bytes.writeUInt8(160, 2);
  bytes.writeUInt16BE(counter, 3);
  bytes.writeInt8(temperature, 5);
  bytes.writeUInt32BE(at / 1000, 6);
  return bytes.toString('base64');
}
const [hit, heartbeat] = [1, 2];

let euis = 0;
async function lorawanTrap(): Promise<TestTrap & { devEui: string }> {
  const trap = await traps.add();
  const devEui = `70B3D5A0280A${String(++euis).padStart(4, '0')}`;
  await traps.app.kit.pool.query('UPDATE device SET serial = $2 WHERE id = $1', [trap.id, devEui]);
  return { ...trap, devEui };
}

/** A frame as a network server that heard it posts it. Each server names it differently. */
async function up({ devEui }: { devEui: string }, data: string, more: object = {}, fPort = 2) {
  const body = {
    deduplicationId: randomUUID(),
    time: new Date().toISOString(),
    deviceInfo: { devEui: devEui.toLowerCase(), deviceProfileName: 'TrapSense' },
    devAddr: '00189440',
    fPort,
    data,
    rxInfo: [{ rssi: -80, snr: 7 }],
    ...more,
  };
  const headers = { authorization: `Bearer ${connector.secret}` };
  const { status, body: answer } = await traps.app.anonymous.call('POST', `/v1/connect/${connector.key}?event=up`, {
    body,
    headers,
  });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.data;
}
const shown = async (trap: TestTrap) =>
  (await traps.hits(trap))
    .toSorted((a, b) => (a.counterFrom ?? 0) - (b.counterFrom ?? 0))
    .map(({ fromAt, at, counterFrom }) => [
      fromAt && (Date.parse(fromAt) - start) / minute,
      (Date.parse(at) - start) / minute,
      counterFrom,
    ]);

test('frames through ChirpStack in six orders, each from two gateways whose names and counts differ, make the same hits', async () => {
  const sent = [
    frame(hit, 3, 42, { at: start }),
    frame(heartbeat, 0, 42, { at: start + 20 * minute }),
    frame(hit, 1, 45, { at: start + 40 * minute }),
  ];
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const trap = await lorawanTrap();
    for (const n of order) {
      const data = sent[n] ?? '';
      expect(await up(trap, data, { fCnt: n + 1 }), order.join()).toEqual({ accepted: 1, duplicates: 0, refused: 0 });
      expect(await up(trap, data, { fCnt: n + 1 })).toEqual({ accepted: 0, duplicates: 1, refused: 0 });
      // A second network server does not even count frames as the first one does.
      await up(trap, data, { fCnt: n + 101 });
    }
    expect(await shown(trap), order.join()).toEqual([
      [null, 0, 42],
      [20, 40, 43],
      [20, 40, 44],
      [null, 40, 45],
    ]);
  }
});

test('a new battery sets the counter of a trap in a cold store to 0 and 1: one hit, at its temperature', async () => {
  const trap = await lorawanTrap();
  await up(trap, frame(heartbeat, 0, 44, { at: start }), { fCnt: 1 });
  await up(trap, frame(heartbeat, 0, 0, { at: start + 10 * minute }), { fCnt: 2 });
  await up(trap, frame(hit, 1, 1, { at: start + 20 * minute, temperature: -18 }), { fCnt: 3 });
  expect(await shown(trap)).toEqual([[null, 20, 1]]);
  const { values: latest } = (await traps.call('GET', `/device/${trap.id}`)).body.data;
  const valueOf = (sensor: string) => latest.find((one: { sensor: string }) => one.sensor === sensor)?.value;
  expect(['temperature', 'hits', 'battery', 'rssi'].map(valueOf)).toEqual([-18, 1, 100, -80]);
});

test('a message that is none of a trap is kept with its reason, and one that the network has decoded is taken as it is', async () => {
  const trap = await lorawanTrap();
  expect(await up(trap, 'AQI=', { fCnt: 1 })).toEqual({ accepted: 0, duplicates: 0, refused: 1 });
  const { data } = (await traps.customer.call('GET', `/telemetry/dead-letter?deviceId=${trap.id}`)).body;
  expect(data).toMatchObject([
    { stage: 'codec', reasons: [{ msg: 'codec-failed', param: 'a message has 10 bytes, not 2' }] },
  ]);
  expect(await up(trap, 'AQI=', { fCnt: 2, object: { temperature: 4 } })).toMatchObject({ accepted: 1 });
});
