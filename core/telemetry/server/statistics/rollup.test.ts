import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { writerOf } from '../process-state.ts';
import { deleteReadingsWithoutToken } from '../retention.ts';
import { rollUp } from './rollup.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.now();
/** The start of an hour nine days ago. */
const start = Math.floor((now - 9 * day) / hour) * hour;

let app: Rasid;
let customer: TestPerson;
let meter: number;
let volume: number;
let flow: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const devices = await customer.call('GET', '/sample/device?limit=1&solutionId=903');
  meter = devices.body.data[0].id;
  const sensors = app.kit.apps.flatMap((app) => app.sensorTypes ?? []);
  volume = sensors.find(({ key }) => key === 'volume')?.id ?? 0;
  flow = sensors.find(({ key }) => key === 'flow')?.id ?? 0;
});
afterAll(() => app.close());
beforeEach(empty);

async function empty() {
  for (const table of ['reading', 'reading_hour', 'reading_rollup', 'reading_late'])
    await app.kit.pool.query(`DELETE FROM ${table} WHERE device_id = $1`, [meter]);
}

type Point = { t: number; v: number };
type Bucket = number[];

const store = (points: readonly Point[], sensor: number) =>
  app.kit.pool.query(
    'INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, $2, to_timestamp(t / 1000.0), v FROM unnest($3::float8[], $4::float8[]) n(t, v) ON CONFLICT DO NOTHING',
    [meter, sensor, points.map(({ t }) => t), points.map(({ v }) => v)],
  );

/** Writes points as if a device had sent them. */
const send = (points: readonly Point[], sensor: number) =>
  writerOf(app.kit).write([
    { d: meter, r: Date.now(), t: points.map(({ t }) => t), s: points.map(() => sensor), v: points.map(({ v }) => v) },
  ]);

async function chart(sensor: string, from: number, to: number, buckets: number): Promise<Bucket[]> {
  const query = new URLSearchParams({
    sensors: sensor,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    buckets: String(buckets),
  });
  const { status, body } = await customer.call('GET', `/sample/device/${meter}/reading?${query}`);
  expect([status, body]).toMatchObject([200, {}]);
  return body.data.series[0].points;
}

/** The expected buckets of a chart, computed from raw readings. */
function bucketsOf(points: readonly Point[], from: number, to: number, buckets: number, counter: boolean): Bucket[] {
  const width = Math.max(1, Math.ceil((to - from) / 1000 / buckets)) * 1000;
  // A counter grows from its last value in the bucket before.
  const within = points.filter(({ t }) => t >= (counter ? from - width : from) && t < to);
  const grouped = Map.groupBy(within, ({ t }) => from + Math.floor((t - from) / width) * width);
  let before: number | undefined;
  return [...grouped]
    .sort(([a], [b]) => a - b)
    .map(([t, readings]) => {
      const low = Math.min(...readings.map(({ v }) => v));
      const high = Math.max(...readings.map(({ v }) => v));
      const first = before ?? low;
      before = high;
      const mean = readings.reduce((sum, { v }) => sum + v, 0) / readings.length;
      return [t, counter ? (high >= first ? high - first : high - low) : mean, low, high] satisfies Bucket;
    })
    .filter(([t = from]) => t >= from);
}

const rounded = (buckets: readonly Bucket[]) =>
  buckets.map((bucket) => bucket.map((value) => Number(value.toFixed(6))));
const hourCount = async () =>
  (await app.kit.pool.query('SELECT count(*)::integer AS n FROM reading_hour WHERE device_id = $1', [meter])).rows[0].n;

const minutes = fc.integer({ min: 0, max: Math.floor((now - start) / 60_000) });
const someTimes = fc.uniqueArray(minutes, { minLength: 1, maxLength: 120 });
/** Growing points with resets, or arbitrary points, with gaps of hours and days. */
const points = fc
  .tuple(someTimes, fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 120, maxLength: 120 }), fc.nat(3))
  .map(([times, values, kind]) => {
    let total = 0;
    return times.map((minute, i) => {
      const value = values[i] ?? 0;
      if (kind > 0) total = value === 7 ? 0 : total + value;
      return { t: start + minute * 60_000, v: kind > 0 ? total : value };
    });
  });

describe('a chart that reads rolled-up hours', () => {
  test('equals the chart of raw readings, with late points, resets, gaps and any start and width of buckets', async () => {
    const chartCase = fc.record({
      early: points,
      late: points,
      lateAreSummedUp: fc.boolean(),
      counter: fc.boolean(),
      // Full hours, time zones of 30 and 45 minutes, and any minute.
      offset: fc.oneof(fc.constantFrom(0, 30, 45), fc.integer({ min: 0, max: 600 })),
      length: fc.oneof(fc.constantFrom(day, 2 * day, 8 * day), fc.integer({ min: hour, max: 9 * day })),
      width: fc.constantFrom(hour, 2 * hour, 90 * 60_000, 5 * hour, day),
    });
    await fc.assert(
      fc.asyncProperty(chartCase, async ({ early, late, lateAreSummedUp, counter, offset, length, width }) => {
        await empty();
        const [name, sensor] = counter ? (['volume', volume] as const) : (['flow', flow] as const);
        await store(early, sensor);
        await rollUp(app.kit);
        await send(late, sensor);
        if (lateAreSummedUp) await rollUp(app.kit);
        const all = [...new Map([...late, ...early].map((point) => [point.t, point])).values()];
        const from = start + offset * 60_000;
        const to = from + length;
        const buckets = Math.max(1, Math.round(length / width));
        expect(rounded(await chart(name, from, to, buckets))).toEqual(
          rounded(bucketsOf(all, from, to, buckets, counter)),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('reads raw readings of hours that are not rolled up yet', async () => {
    const readings = Array.from({ length: 9 * 24 }, (_, i) => ({ t: start + i * hour + 60_000, v: i }));
    await store(readings, flow);
    await rollUp(app.kit);
    expect(await hourCount()).toBeGreaterThan(8 * 24);
    const fresh = [{ t: Date.now() - 1000, v: 1000 }];
    await send(fresh, flow);
    const to = Date.now() + 1;
    const from = to - 8 * day;
    expect(rounded(await chart('flow', from, to, 8))).toEqual(
      rounded(bucketsOf([...readings, ...fresh], from, to, 8, false)),
    );
  });

  test('misses no late reading that is stored while two workers roll up', async () => {
    await store([{ t: start, v: 1 }], flow);
    await rollUp(app.kit);
    for (let n = 0; n < 10; n++) {
      const late = Array.from({ length: 20 }, (_, i) => ({ t: start + (n * 20 + i + 1) * 60_000, v: i }));
      await Promise.all([send(late, flow), rollUp(app.kit), rollUp(app.kit)]);
    }
    await rollUp(app.kit);
    const { rows } = await app.kit.pool.query(
      'SELECT sum(count)::integer AS n, (SELECT count(*)::integer FROM reading_late) AS late FROM reading_hour WHERE device_id = $1',
      [meter],
    );
    expect(rows).toEqual([{ n: 201, late: 0 }]);
  });
});

describe('rolled-up hours', () => {
  test('are deleted with the readings of a device without a token', async () => {
    const inserted = await app.kit.pool.query(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial)
       SELECT company_id, 'sample', 903, 90301, 'Forgotten', 'FORGOTTEN' FROM users WHERE email = 'customer@rasid.test' RETURNING id`,
    );
    const { id } = inserted.rows[0];
    await app.kit.pool.query(
      `INSERT INTO reading (device_id, sensor_id, time, value)
       SELECT $1, $2, now() - interval '90 days' + minutes * interval '1 minute', 1 FROM generate_series(-200, 200) minutes`,
      [id, flow],
    );
    await rollUp(app.kit);
    await deleteReadingsWithoutToken(app.kit);
    const { rows } = await app.kit.pool.query(
      `SELECT (SELECT count(*)::integer FROM reading WHERE device_id = $1) AS readings, (SELECT sum(count)::integer FROM reading_hour WHERE device_id = $1) AS summed,
              (SELECT min(hour) = date_trunc('hour', now() - interval '90 days', 'UTC') FROM reading_hour WHERE device_id = $1) AS whole`,
      [id],
    );
    expect(rows[0].readings).toBeGreaterThan(200);
    expect(rows[0]).toEqual({ readings: rows[0].readings, summed: rows[0].readings, whole: true });
  });

  test('are dropped by month with the oldest readings', async () => {
    await app.kit.pool.query(
      "SELECT rasid_reading_hour_partition('2020-02-10'), rasid_reading_hour_partition('2020-03-10')",
    );
    await app.kit.pool.query("SELECT rasid_drop_reading_hours('2020-03-01')");
    const { rows } = await app.kit.pool.query(
      "SELECT to_regclass('reading_hour_202002') AS gone, to_regclass('reading_hour_202003')::text AS kept",
    );
    expect(rows).toEqual([{ gone: null, kept: 'reading_hour_202003' }]);
  });

  test('record no point as late that arrives in its hour', async () => {
    await send([{ t: Date.now() - 1000, v: 1 }], flow);
    const { rows } = await app.kit.pool.query('SELECT count(*)::integer AS n FROM reading_late');
    expect(rows).toEqual([{ n: 0 }]);
  });
});

test('a chart of two hundred thousand readings does not read raw readings of rolled-up hours', async () => {
  const many = 200_000;
  await app.kit.pool.query(
    `INSERT INTO reading (device_id, sensor_id, time, value)
     SELECT $1, $2, to_timestamp($3 / 1000.0) + n * $4 * interval '1 millisecond', n % 10 FROM generate_series(0, ${many} - 1) n`,
    [meter, flow, start, Math.floor((8 * day) / many)],
  );
  await rollUp(app.kit);
  const before = await chart('flow', start, start + 8 * day, 16);
  expect(before.length).toBe(16);
  expect(await hourCount()).toBeLessThan(200);
  await app.kit.pool.query('DELETE FROM reading WHERE device_id = $1', [meter]);
  expect(await chart('flow', start, start + 8 * day, 16)).toEqual(before);
});

test.each([
  [
    'more steps of all its sensors than a reply may hold',
    'volume,flow,energy,co2,humidity,level,leak,temperature,voltageL1,voltageL2,voltageL3',
    2000,
    365,
  ],
  ['minutes of many sensors over months', 'volume,flow,energy', 2000, 80],
])('a chart with %s is refused with an error', async (_, sensors, buckets, days) => {
  const query = new URLSearchParams({
    sensors,
    from: new Date(now - days * day).toISOString(),
    to: new Date(now).toISOString(),
    buckets: String(buckets),
  });
  const { status, body } = await customer.call('GET', `/sample/device/${meter}/reading?${query}`);
  expect([status, body.errors]).toEqual([418, [{ param: 'sensors', msg: 'tooMuchToRead' }]]);
});
