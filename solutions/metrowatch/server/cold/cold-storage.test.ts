import { afterAll, beforeAll, expect, test } from 'vitest';
import { sensorRegistry } from '#core/devices/server/api.ts';
import { remakeStates } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { usualSetting } from '../../common/cold/product-class.ts';
import { evaluateColdRooms } from './evaluate.ts';

const minute = 60_000;
let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let fridge: number;
/** Five minutes ago; readings are before that. */
let end: number;

beforeAll(async () => {
  app = await rasid();
  [customer, viewer, other] = (await Promise.all(
    ['customer@rasid.test', 'viewer@rasid.test', 'other@rasid.test'].map((name) => app.signIn(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  const devices = await customer.call('GET', '/metrowatch/device?solutionId=13&limit=50');
  fridge = devices.body.data.find(({ token }: { token: string }) => token === 'active').id;
  end = Math.floor(Date.now() / minute) * minute - 5 * minute;
  await app.kit.pool.query('DELETE FROM reading WHERE device_id = $1 AND sensor_id = 13', [fridge]);
  await evaluate();
});
afterAll(() => app.close());

/** Stores a temperature a minute, the last one at `until` minutes before the end. */
async function measure(values: readonly number[], until = 0): Promise<void> {
  const times = values.map((_, i) => new Date(end - (until + values.length - 1 - i) * minute).toISOString());
  await app.kit.pool.query(
    `INSERT INTO reading (device_id, sensor_id, time, value)
     SELECT $1, 13, t, v FROM unnest($2::timestamptz[], $3::float8[]) AS n(t, v)
     ON CONFLICT (device_id, sensor_id, time) DO UPDATE SET value = excluded.value`,
    [fridge, times, values],
  );
}
const evaluate = () => evaluateColdRooms(app.kit);
const times = (count: number, value: number) => Array.from({ length: count }, () => value);
const path = (from = end - 180 * minute, to = end + minute) =>
  `/metrowatch/device/${fridge}/cold?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
const cold = async () => (await customer.call('GET', path())).body.data;
const alarms = async () =>
  (await customer.call('GET', `/metrowatch/alarm/operational?deviceId=${fridge}`)).body.data.filter(
    ({ kind }: { kind: string }) => kind === 'temperature-excursion',
  ) as { id: number; severity: string; condition: string }[];

test('an excursion of 34 minutes with an allowance of ten makes one alarm of two severities, which ends with it', async () => {
  const door = sensorRegistry(app.kit.apps).named('metrowatch', 'door')?.id;
  const defrost = sensorRegistry(app.kit.apps).named('metrowatch', 'defrost')?.id;
  await app.kit.pool.query(`DELETE FROM reading WHERE device_id = $1 AND sensor_id = ANY ($2::integer[])`, [
    fridge,
    [door, defrost],
  ]);
  // Open from ten minutes before the excursion to its seventeenth.
  await app.kit.pool.query(
    `INSERT INTO reading (device_id, sensor_id, time, value)
     SELECT $1, $2, to_timestamp($3 / 1000.0) - n * interval '1 minute', CASE WHEN n BETWEEN 39 AND 65 THEN 1 ELSE 0 END FROM generate_series(0, 120) n`,
    [fridge, door, end],
  );
  await remakeStates(app, fridge);
  await measure([...times(60, 5), ...times(16, 9)], 40);
  await evaluate();
  expect(await alarms()).toMatchObject([{ severity: 'poor', condition: 'active' }]);
  await measure(times(18, 9), 22);
  await evaluate();
  expect(await alarms()).toMatchObject([{ severity: 'problem', condition: 'active' }]);
  await measure(times(22, 5));
  await evaluate();
  await evaluate();
  expect(await alarms()).toMatchObject([{ condition: 'cleared' }]);
  const { excursions } = await cold();
  expect(excursions).toMatchObject([{ peak: 9, degreeMinutes: 34, severity: 'problem', cause: null }]);
  expect(excursions[0]).toMatchObject({ doorShare: expect.closeTo(17 / 34, 5), defrostShare: 0 });
  expect(Date.parse(excursions[0].endedAt) - Date.parse(excursions[0].startedAt)).toBe(34 * minute);
});

test('the figures show how much is known, how much of it is in range, and the mean kinetic temperature only if enough is known', async () => {
  const { figures, meanKinetic, setting } = await cold();
  expect(setting).toEqual(usualSetting);
  expect(figures).toMatchObject({ lowest: 5, highest: 9, samples: 116, sampleSeconds: 60, meanKinetic: null });
  expect(figures.inRange).toBeCloseTo(82 / 116, 1);
  expect(meanKinetic.map(({ value }: { value: number | null }) => value)).toEqual([null, null, null]);
  const whole = (await customer.call('GET', path(end - 115 * minute, end + minute))).body.data.figures;
  expect(whole.coverage).toBe(1);
  expect(whole.meanKinetic).toBeGreaterThan(whole.mean);
});

test('people explain an excursion, and the explanation stays when it is evaluated again', async () => {
  const [{ id }] = (await cold()).excursions;
  const words = { cause: 'Door left open', measure: 'Told the night shift' };
  const explained = await customer.call('PATCH', `/metrowatch/device/${fridge}/cold-excursion/${id}`, { body: words });
  expect([explained.status, explained.body.data.cause]).toEqual([200, 'Door left open']);
  await evaluate();
  expect((await cold()).excursions).toMatchObject([words]);
  const byViewer = await viewer.call('PATCH', `/metrowatch/device/${fridge}/cold-excursion/${id}`, { body: words });
  expect([403, 404]).toContain(byViewer.status);
  expect((await other.call('GET', path())).status).toBe(404);
});

test('a calibration corrects the samples from its day on, is unique for its day, is announced before it is due, and becomes overdue', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const body = {
    certificate: 'C-17',
    laboratory: 'Dubai Central Laboratory',
    doneOn: day(-1),
    dueOn: day(12),
    accuracyClass: 1,
    points: [{ reference: 5, shown: 5.5 }],
  };
  const made = await customer.call('POST', `/metrowatch/device/${fridge}/calibration`, { body });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  expect((await customer.call('POST', `/metrowatch/device/${fridge}/calibration`, { body })).status).toBe(409);
  expect((await cold()).figures.highest).toBeCloseTo(8.5);
  await evaluate();
  const announced = async () => {
    const { body } = await customer.call('GET', `/metrowatch/alarm/status?deviceId=${fridge}`);
    return body.data
      .filter((alarm: { kind: string }) => alarm.kind.startsWith('calibration-'))
      .map((alarm: { kind: string; severity: string }) => [alarm.kind, alarm.severity]);
  };
  expect(await announced()).toEqual([['calibration-soon', 'ok']]);
  await app.kit.pool.query("UPDATE cold_calibration SET due_on = current_date - 2 WHERE certificate = 'C-17'");
  await evaluate();
  expect(await announced()).toEqual([['calibration-due', 'poor']]);
  await app.kit.pool.query('DELETE FROM cold_calibration');
});

test('another setting is used from the next sample on, and limits in the wrong order are refused', async () => {
  const put = (body: object) => customer.call('PUT', `/metrowatch/device/${fridge}/cold-setting`, { body });
  expect((await put({ ...usualSetting, low: 9 })).body.errors).toEqual([{ param: 'high', msg: 'highAboveLow' }]);
  expect((await put({ ...usualSetting, productClass: 'own', high: 12 })).status).toBe(200);
  expect((await cold()).figures.inRange).toBe(1);
  await put(usualSetting);
});

test('a report is laid out with the hash of its readings, which its address recomputes without signing in', async () => {
  const body = {
    from: new Date(end - 180 * minute).toISOString(),
    to: new Date(end + minute).toISOString(),
    language: 'ar',
  };
  const asked = await customer.call('POST', `/metrowatch/device/${fridge}/cold-report`, { body });
  expect([asked.status, asked.body.errors]).toEqual([201, undefined]);
  const documents = await app.kit.pool.query('SELECT page, language, data FROM print_document WHERE id = $1', [
    asked.body.data.id,
  ]);
  const [{ page, language, data }] = documents.rows;
  expect([page, language, data.excursions.length, data.figures.samples]).toEqual(['cold-storage-report', 'ar', 1, 116]);
  const code = data.address.split('/').at(-1);
  const verify = async () => (await app.anonymous.call('GET', `/metrowatch/cold-report/${code}`)).body.data;
  expect(await verify()).toMatchObject({ hash: data.hash, samples: 116, unchanged: true });
  await measure([4], 50);
  expect((await verify()).unchanged).toBe(false);
  expect((await app.anonymous.call('GET', `/metrowatch/cold-report/${crypto.randomUUID()}`)).status).toBe(404);
});
