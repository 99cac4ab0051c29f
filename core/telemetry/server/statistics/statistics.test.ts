import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { rollUp } from './rollup.ts';

const hour = 3_600_000;
const day = 24 * hour;
const dubai = 4 * hour;
/** Midnight in Dubai nine days ago. */
const midnight = Math.floor((Date.now() + dubai) / day) * day - dubai - 9 * day;
const at = (ms: number) => new Date(ms).toISOString();

let app: Rasid;
let customer: TestPerson;
let meter: number;
let volume: number;
let flow: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  meter = (await customer.call('GET', '/sample/device?limit=1&solutionId=903')).body.data[0].id;
  const sensors = app.kit.apps.flatMap((one) => one.sensorTypes ?? []);
  volume = sensors.find(({ key }) => key === 'volume')?.id ?? 0;
  flow = sensors.find(({ key }) => key === 'flow')?.id ?? 0;
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['reading', 'reading_hour', 'reading_rollup', 'reading_late'])
    await app.kit.pool.query(`DELETE FROM ${table} WHERE device_id = $1`, [meter]);
});

const store = (sensor: number, points: readonly (readonly [at: number, value: number])[]) =>
  app.kit.pool.query(
    'INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, $2, to_timestamp(t / 1000.0), v FROM unnest($3::float8[], $4::float8[]) n(t, v)',
    [meter, sensor, points.map(([t]) => t), points.map(([, v]) => v)],
  );

const statistics = (sensors: string, from: number, to: number) =>
  customer.call('GET', `/sample/device/${meter}/statistics?from=${at(from)}&to=${at(to)}&sensors=${sensors}`);

test('the mean weighs each value by the time it held, at most three reporting intervals', async () => {
  const minute = 60_000;
  await store(flow, [
    [midnight, 10],
    [midnight + minute, 20],
    // Silent for half an hour: 20 counts for three minutes.
    [midnight + 31 * minute, 40],
  ]);
  const { body } = await statistics('flow', midnight, midnight + 32 * minute);
  expect(body.data).toMatchObject({ approximate: false, alarms: 0 });
  expect(body.data.sensors).toEqual([
    {
      sensor: 'flow',
      unit: 'L/min',
      decimals: 1,
      count: 3,
      last: { value: 40, at: at(midnight + 31 * minute) },
      coverage: (3 / 32) * 100,
      distribution: {
        min: { value: 10, at: at(midnight) },
        max: { value: 40, at: at(midnight + 31 * minute) },
        p5: 11,
        p50: 20,
        p95: 38,
        mean: (10 * 1 + 20 * 3 + 40 * 1) / 5,
        deviation: expect.closeTo(12.472, 3),
      },
      increase: null,
      bands: null,
      alarms: 0,
    },
  ]);
});

test('a counter has its increase by day, night and highest hour, and that of the period before', async () => {
  const points: [number, number][] = [];
  let total = 1000;
  for (let n = -48; n < 48; n++) {
    points.push([midnight + n * hour, total]);
    // At 08:00 of the first day the consumption is ten times as high.
    total += n === 8 ? 10 : n < 0 ? 0.5 : 1;
  }
  await store(volume, points);
  const { body } = await statistics('volume', midnight, midnight + 2 * day);
  const [{ distribution, increase }] = body.data.sensors;
  expect(distribution).toBeNull();
  // The first hour includes the increase since the reading before it.
  expect(increase).toEqual({
    total: 0.5 + 46 + 10,
    perDay: 28.25,
    highestHour: { value: 10, at: at(midnight + 9 * hour) },
    nightShare: (0.5 + 15) / 56.5,
    before: 23.5,
  });
});

test('a year is computed from hourly sums with exact extremes, and the reply marks the rest as approximate', async () => {
  await store(
    flow,
    Array.from({ length: 24 * 60 }, (_, n) => [midnight + n * 60_000, n === 777 ? 99 : Math.floor(n / 60)] as const),
  );
  await rollUp(app.kit);
  const { body } = await statistics('flow', midnight - 300 * day, midnight + day);
  expect(body.data.approximate).toBe(true);
  const [{ count, distribution, coverage }] = body.data.sensors;
  expect([count, distribution.min, distribution.max]).toEqual([
    1440,
    { value: 0, at: at(midnight) },
    { value: 99, at: at(midnight + 777 * 60_000) },
  ]);
  expect(distribution.mean).toBeCloseTo(11.56, 2);
  expect(coverage).toBeCloseTo(100 / 301, 3);
});

test('statistics are refused for more than 370 days and answer 477 without readings or an active token', async () => {
  expect((await statistics('flow', midnight - 371 * day, midnight)).status).toBe(418);
  expect((await statistics('flow', midnight - day, midnight)).status).toBe(477);
  expect((await statistics('nothing', midnight - day, midnight)).body.errors).toEqual([
    { param: 'sensors', msg: 'unknown-sensor' },
  ]);
  await store(flow, [[midnight, 1]]);
  await app.kit.pool.query('UPDATE device SET token_blocked = true WHERE id = $1', [meter]);
  app.kit.signals.send('device.changed', { id: meter });
  expect((await statistics('flow', midnight, midnight + day)).status).toBe(477);
});
