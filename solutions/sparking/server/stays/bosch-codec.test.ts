import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bay, hour, minute, type Reporter, TestParking } from '#main/testing/parking/test-parking.ts';
import { boschParkingCodec } from '../../common/bosch-parking-codec.ts';

let parking: TestParking;
let connector: { key: string; secret: string };
beforeAll(async () => {
  parking = await TestParking.begin();
  const made = await parking.customer.call('POST', '/connector', { body: { kind: 'chirpstack', name: 'Car park' } });
  connector = made.body.data;
});
afterAll(() => parking.app.close());

test('the codec reads the frames of each port, also below zero', async () => {
  const start = '000001F4' + '00000404' + '0007' + '0000' + '001F04' + '02' + '01';
  const frames: [fPort: number, payload: string, values: object, events: object[]][] = [
    [1, '01', { occupied: true, calibrating: false }, []],
    [1, '00', { occupied: false, calibrating: false }, []],
    // Only the lowest bit tells the state.
    [1, 'FE1A', { occupied: false, calibrating: false, temperature: 26 }, []],
    [2, '01F6', { occupied: true, calibrating: false, signOfLife: true, temperature: -10 }, []],
    [
      3,
      start,
      { occupied: true, calibrating: false, signOfLife: true },
      [{ kind: 'started', data: { firmware: '0.31.4', cause: 'power-on' } }],
    ],
    [5, '0000010203', {}, [{ kind: 'usage', data: { of: 'changes', value: 0x10203 } }]],
    [5, '01FFFFFFFF', {}, [{ kind: 'usage', data: { of: 'occupied-seconds', value: 0xffffffff } }]],
    // How many messages it sent by data rate is of no use here.
    [5, `02${'00'.repeat(18)}`, {}, []],
    [6, '0000012C' + '00000194' + '0102', { calibrating: true }, [{ kind: 'debug', data: { code: 404 } }]],
    [6, '0000012C' + '000002CD' + '0103', {}, [{ kind: 'debug', data: { code: 717 } }]],
    [7, 'F8', { temperature: -8 }, []],
    [7, '46', { temperature: 70 }, []],
  ];
  const recvTime = Date.parse('2026-11-02T07:30:00Z');
  const { decodeUplink } = decoderOf(boschParkingCodec);
  for (const [fPort, payload, values, events] of frames) {
    const { data } = decodeUplink({ fPort, bytes: [...Buffer.from(payload, 'hex')], recvTime: new Date(recvTime) });
    expect(data, `${fPort} ${payload}`).toMatchObject([{ time: recvTime, values, events }]);
    expect(Object.keys(data?.[0]?.values ?? {}), `${fPort} ${payload}`).toEqual(Object.keys(values));
  }
  for (const [fPort, payload] of [
    [1, ''],
    [3, '00'.repeat(16)],
    [6, '00'.repeat(9)],
    [4, '001F04'],
  ] as const)
    expect(decodeUplink({ fPort, bytes: [...Buffer.from(payload, 'hex')], recvTime: new Date(recvTime) })).toEqual({
      errors: [expect.any(String)],
    });
});

type Input = { fPort: number; bytes: number[]; recvTime: Date };
type Output = { data?: { time: number; values: object; events: object[] }[]; errors?: string[] };
function decoderOf(source: string): { decodeUplink: (input: Input) => Output } {
  return new Function(`${source}; return { decodeUplink };`)();
}

let euis = 0;
async function sensorIn(bay: Bay): Promise<Reporter & { devEui: string }> {
  const sensor = await parking.device(2305, bay.locationId, bay.id);
  const devEui = `70B3D5A0280B${String(++euis).padStart(4, '0')}`;
  await parking.app.kit.pool.query('UPDATE device SET serial = $2 WHERE id = $1', [sensor.id, devEui]);
  return { ...sensor, devEui };
}

let counted = 0;
/** A frame that the network heard then, as its server posts it; one that is sent again has the same `fCnt`. */
async function heard(devEui: string, at: number, fPort: number, payload: string, fCnt = ++counted) {
  const body = {
    deduplicationId: randomUUID(),
    time: new Date(at).toISOString(),
    deviceInfo: { devEui: devEui.toLowerCase(), deviceProfileName: 'Parking' },
    devAddr: '00189440',
    ...{ fPort, fCnt, data: Buffer.from(payload, 'hex').toString('base64') },
    rxInfo: [{ rssi: -80, snr: 7 }],
  };
  const headers = { authorization: `Bearer ${connector.secret}` };
  const { status, body: answer } = await parking.app.anonymous.call('POST', `/v1/connect/${connector.key}?event=up`, {
    ...{ body, headers },
  });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.data;
}

async function stateOf({ id }: Bay) {
  const { state, since, quality } = (await parking.call('GET', `/slot/${id}`)).body.data;
  return [state, Date.parse(since), quality];
}

test('a status frame turns its bay since it was heard; the same again changes nothing, and an older one corrects only the past', async () => {
  const bay = await parking.bay();
  const { devEui } = await sensorIn(bay);
  const start = Date.now() - 2 * hour;
  await heard(devEui, start, 2, '0014');
  await heard(devEui, start + 60 * minute, 1, '01', 900);
  expect(await stateOf(bay)).toEqual(['occupied', start + 60 * minute, 'measured']);
  expect(await heard(devEui, start + 60 * minute, 1, '01', 900)).toMatchObject({ accepted: 0, duplicates: 1 });
  expect(await stateOf(bay)).toEqual(['occupied', start + 60 * minute, 'measured']);
  await heard(devEui, start + 20 * minute, 1, '01');
  await heard(devEui, start + 30 * minute, 1, '00');
  expect(await stateOf(bay)).toEqual(['occupied', start + 60 * minute, 'measured']);
  expect((await parking.stays(bay)).map(({ from, to }) => [from - start, to && to - start])).toEqual([
    [20 * minute, 30 * minute],
    [60 * minute, null],
  ]);
});

test('a departure that was lost ends the stay at the next sign of life, and not as measured', async () => {
  const bay = await parking.bay();
  const { devEui } = await sensorIn(bay);
  const start = Date.now() - 2 * hour;
  await heard(devEui, start, 1, '00');
  await heard(devEui, start + 10 * minute, 1, '01');
  await heard(devEui, start + 90 * minute, 2, '0014');
  expect(await stateOf(bay)).toEqual(['free', start + 90 * minute, 'bounded']);
  expect(await parking.stays(bay)).toMatchObject([
    { from: start + 10 * minute, to: start + 90 * minute, quality: 'measured', end: 'bounded' },
  ]);
});

test('a sensor that recalibrates makes its bay unknown until it reports the state again, and keeps the stay', async () => {
  const bay = await parking.bay();
  const { devEui } = await sensorIn(bay);
  const start = Date.now() - hour;
  await heard(devEui, start, 1, '00');
  await heard(devEui, start + 10 * minute, 1, '01');
  await heard(devEui, start + 20 * minute, 6, '0000012C000001940102');
  expect(await stateOf(bay)).toEqual(['unknown', start + 20 * minute, 'measured']);
  await heard(devEui, start + 30 * minute, 1, '01');
  // Late, about the time before.
  await heard(devEui, start + 15 * minute, 1, '01');
  expect(await stateOf(bay)).toEqual(['occupied', start + 30 * minute, 'measured']);
  expect(await parking.stays(bay)).toMatchObject([{ from: start + 10 * minute, to: null }]);
});

test('a value that a sensor sends while it is not sure of it does not count', async () => {
  const bay = await parking.bay();
  const sensor = await parking.sensor(bay);
  const at = Date.now() - 5 * minute;
  await parking.occupied(sensor, at, true, { calibrating: true });
  expect(await stateOf(bay)).toEqual(['unknown', at, 'measured']);
});
