import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rulesChecked } from '#main/testing/test-alarms.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';

let app: Rasid;
let customer: TestPerson;
let tag: TestDevice;
let yardId: number;
const yard = { lat: 25.1, lng: 55.2 };
const north = (metres: number) => ({ lat: yard.lat + metres / 111_195, lng: yard.lng });
/** Each test has different hours, because positions of a device only move forward in time. */
let start = Date.now() - 100 * 3_600_000;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const changed = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90201, solution_id = 902 WHERE id = (
       SELECT min(id) FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token AND solution_id = 901) RETURNING id`,
    [company],
  );
  tag = await testDevice(app, customer, `id=${changed.rows[0].id}`);
  const shape = { kind: 'circle', center: yard, radius: 100 };
  yardId = (await customer.call('POST', '/geofence', { body: { name: 'Yard', description: '', shape } })).body.data.id;
});
afterAll(async () => {
  await tag.end();
  await app.close();
});
beforeEach(() => {
  start += 4 * 3_600_000;
});

type Sent = [minute: number, metres: number, more?: object];
const at = (minute: number) => new Date(start + minute * minuteMs).toISOString();
const stored = async (): Promise<number> =>
  (await app.kit.pool.query('SELECT count(*)::integer AS n FROM device_position WHERE device_id = $1', [tag.id]))
    .rows[0].n;

/** Sends a trail in one message, and resolves when it is stored. */
async function sendTrail(...sent: Sent[]): Promise<void> {
  const before = await stored();
  await tag.publish(
    sent.map(([minute, metres, more]) => ({
      ts: Math.round(start + minute * minuteMs),
      position: { ...north(metres), accuracy: 5, ...more },
    })),
  );
  await eventually(stored, (count) => count === before + sent.length);
}

const simple = { type: 'simple' };
const replay = (condition: object, trigger: object = simple, device = tag.id) =>
  customer.call('POST', '/sample/rule/test', {
    body: { deviceId: device, levels: [{ severity: 'poor', condition, trigger }], from: at(-60), to: at(120) },
  });
/** The alarms as the minutes in which they begin and end. */
const minutesOf = async (condition: object, trigger?: object): Promise<number[][]> => {
  const { status, body } = await replay(condition, trigger);
  expect([status, body.errors]).toEqual([200, undefined]);
  const minute = (time: string) => Math.round(((Date.parse(time) - start) / minuteMs) * 100) / 100;
  return body.data.alarms.map(({ from, to }: { from: string; to: string }) => [minute(from), minute(to)]);
};
const place = (word: string, geofenceId: number | null = yardId) => ({ place: word, geofenceId });

test('a rule about a geofence is tested on the trail, with the two positions that leaving takes', async () => {
  await sendTrail([0, 0], [1, 10], [2, 300], [3, 400], [4, 500], [5, 90], [6, 20], [7, 10]);
  expect(await minutesOf(place('leaves'))).toEqual([[3, 6]]);
  expect(await minutesOf(place('leaves', null))).toEqual([[3, 6]]);
  expect(await minutesOf(place('enters'))).toEqual([[6, 120]]);
  // It was found inside the geofence, which does not count as entering.
  expect(await minutesOf(place('inside'))).toEqual([
    [0, 3],
    [6, 120],
  ]);
});

test('a stay is found when it has lasted, between two positions', async () => {
  await sendTrail([0, 0], [2, 0], [4, 0], [6, 300], [7, 300]);
  expect(await minutesOf(place('inside'), { type: 'duration', seconds: 150 })).toEqual([[2.5, 7]]);
  expect(await minutesOf(place('inside'), { type: 'duration', seconds: 600 })).toEqual([]);
});

test('a geofence that was gone through between two positions counts until the next one', async () => {
  await sendTrail([0, -900], [1, -400], [2, 400], [3, 900]);
  expect(await minutesOf(place('crosses'))).toEqual([[2, 3]]);
});

test('a single position far away, coarse positions and late ones do not raise alarms in the test either', async () => {
  await sendTrail([0, 0], [1, 0], [2, 200], [3, 0], [4, 50_000], [5, 0], [6, 400, { accuracy: 900 }], [7, 0], [8, 0]);
  expect(await minutesOf(place('leaves'))).toEqual([]);
  expect(await minutesOf({ position: 'away', than: 250 })).toEqual([]);
  await sendTrail([0.2, 600], [0.4, 600], [0.6, 600]);
  expect(await minutesOf(place('leaves'))).toEqual([]);
  expect(await minutesOf(place('crosses', null))).toEqual([]);
});

test('speed, distance from where the device stood, and the age of the newest position are tested on the trail', async () => {
  await sendTrail([0, 0, { speed: 0 }], [5, 10, { speed: 90 }], [6, 300, { speed: 121 }], [7, 600, { speed: 80 }]);
  expect(await minutesOf({ position: 'faster', than: 120 })).toEqual([[6, 7]]);
  expect(await minutesOf({ position: 'away', than: 250 })).toEqual([[6, 120]]);
  expect(await minutesOf({ position: 'older', than: 240 })).toEqual([
    [4, 5],
    [11, 120],
  ]);
  // A message with nothing but a position ends the silence of the device.
  expect(await minutesOf({ noDataFrom: null, seconds: 240 })).toEqual([
    [4, 5],
    [11, 120],
  ]);
});

test('the coverage is the share of the period in which the place was known', async () => {
  await sendTrail([0, 0], [1, 0], [2, 0], [30, 0], [31, 90_000]);
  // Two minutes and three until it is stale, and three after the position in minute 30; the last one shows nothing.
  expect((await replay(place('leaves'))).body.data.coverage).toBeCloseTo(8 / 180, 3);
});

test('a device without a position in the period is refused by rules about places', async () => {
  const refused = await replay(place('leaves'));
  expect([refused.status, refused.body.word]).toEqual([422, 'no-history']);
  const [tank] = (await customer.call('GET', '/sample/device?solutionId=901&limit=1')).body.data;
  expect((await replay(place('leaves'), simple, tank.id)).body.word).toBe('no-history');
});

test('the test finds the alarm that the rule has raised', async () => {
  start = Date.now() - 4 * minuteMs;
  await sendTrail([0, 0]);
  const condition = place('leaves');
  await customer.call('POST', '/sample/rule', {
    body: {
      name: 'Left',
      kind: 'custom',
      names: { en: 'Left', ar: 'غادر' },
      deviceId: tag.id,
      levels: [{ severity: 'poor', condition, trigger: simple }],
    },
  });
  await rulesChecked(app);
  for (const sent of [
    [1, 10],
    [2, 300],
    [2.5, 400],
    [3, 20],
    [3.5, 10],
  ] as Sent[])
    await sendTrail(sent);
  const alarm = async () => (await customer.call('GET', `/sample/alarm/operational?deviceId=${tag.id}`)).body.data[0];
  const raised = await eventually(alarm, (one) => one?.condition === 'cleared');
  expect((await replay(condition)).body.data.alarms).toMatchObject([{ from: raised.firstAt, to: raised.clearedAt }]);
});
