import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { dayMs, instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const zone = 'Asia/Dubai';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
const devices = new Map<number, number>();

beforeAll(async () => {
  app = await rasid();
  [customer, viewer, other] = await Promise.all([
    app.signIn('customer@rasid.test'),
    app.signIn('viewer@rasid.test'),
    app.signIn('other@rasid.test'),
  ]);
  for (const solution of [2, 3, 5, 6, 8, 17]) {
    const found = await customer.call('GET', `/swam/device?limit=10&sort[id]=asc&solutionId=${solution}`);
    const active = found.body.data.find(({ token }: { token: string }) => token === 'active');
    devices.set(solution, active.id);
  }
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM reading');
});

const of = (solution: number) => devices.get(solution) as number;
const sensorOf = (key: string) =>
  app.kit.apps.flatMap((one) => one.sensorTypes ?? []).find((sensor) => sensor.key === key)?.id ?? 0;
type Point = readonly [at: number, value: number];
const store = (solution: number, sensor: string, points: readonly Point[]) =>
  app.kit.pool.query(
    'INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, $2, to_timestamp(t / 1000.0), v FROM unnest($3::float8[], $4::float8[]) n(t, v)',
    [of(solution), sensorOf(sensor), points.map(([at]) => at), points.map(([, value]) => value)],
  );
const read = async (solution: number, path: string, person = customer) =>
  (await person.call('GET', `/swam/device/${of(solution)}/${path}`)).body.data;
const every = (step: number, from: number, to: number, value: (at: number) => number): Point[] =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, n) => [from + n * step, value(from + n * step)] as const);

test('a tank that loses half a metre in two hours shows its rate, and its refills of 30 days', async () => {
  const now = Date.now();
  await store(
    2,
    'level',
    every(5 * minute, now - 2 * hour, now, (at) => 2 - 0.25 * ((at - (now - 2 * hour)) / hour)),
  );
  const noon = Math.floor(now / hour) * hour - 5 * dayMs;
  await store(
    2,
    'fillPercent',
    every(hour, noon, noon + 10 * hour, (at) => (at < noon + 4 * hour ? 40 : 80)),
  );
  const tank = await read(2, 'tank');
  expect(tank.form).toEqual({ shape: 'upright', height: 3.2, volume: 20 });
  // 20 m³ in 3.2 m: a quarter of a metre is 1.5625 m³.
  expect(tank.rate).toBeCloseTo(-1.5625, 3);
  expect(tank.refills).toHaveLength(1);
  expect(tank.refills[0]).toMatchObject({ before: 40, after: 80, to: new Date(noon + 4 * hour).toISOString() });
});

const nightOf = (n: number) => {
  const wall = Date.now() + offsetAt(Date.now(), zone);
  const today = Math.floor(wall / dayMs) * dayMs;
  const newest = wall >= today + 4 * hour ? today : today - dayMs;
  return instantOf(newest - n * dayMs + 2 * hour, zone);
};

test('the night flow is the lowest quarter of an hour between two and four, and the leak is its excess over the use', async () => {
  for (let n = 0; n <= 14; n++)
    await store(
      3,
      'flow',
      every(5 * minute, nightOf(n) - hour, nightOf(n) + 3 * hour, (at) => {
        // What flows before and after the night does not count, nor one busy quarter within it.
        if (at < nightOf(n) || at >= nightOf(n) + 2 * hour) return 0;
        return at < nightOf(n) + 15 * minute ? 9 : n === 0 ? 1 : 0.2;
      }),
    );
  const flow = await read(3, 'water-flow');
  expect(flow.nights).toHaveLength(15);
  expect(flow.nights[0].flow).toBeCloseTo(1);
  expect(flow.usual).toBeCloseTo(0.2);
  expect(flow.leak).toBeCloseTo(60 - 1.7);
  expect(flow.lossPerYear).toBeCloseTo((58.3 * 24 * 365) / 1000);
  expect(flow).toMatchObject({ unusual: true, use: { dwellings: 1, perDwelling: 1.7, watched: true } });
});

test('a site lists the nights of its flow meters with the highest leak first, for those who may see the site', async () => {
  await store(
    3,
    'flow',
    every(5 * minute, nightOf(0), nightOf(0) + 2 * hour, () => 2),
  );
  const { structure } = (await customer.call('GET', `/swam/device/${of(3)}`)).body.data;
  const path = `/swam/analysis/consumption/${structure.id}/night-flow`;
  const nights = (await customer.call('GET', path)).body.data;
  expect(nights[0]).toMatchObject({ id: of(3), flow: 2, unusual: false });
  expect(nights[0].leak).toBeCloseTo(120 - 1.7);
  expect(nights.length).toBeGreaterThan(1);
  expect((await other.call('GET', path)).status).toBe(404);
});

test('the use of a site is entered by an administrator, holds for its devices, and ends the watch over its nights', async () => {
  await store(
    3,
    'flow',
    every(5 * minute, nightOf(0), nightOf(0) + 2 * hour, () => 1),
  );
  const put = (person: TestPerson, use: object) => person.call('PUT', `/swam/device/${of(3)}/water-use`, { body: use });
  expect((await put(viewer, { dwellings: 12, perDwelling: 2, watched: true })).status).toBe(403);
  expect((await put(other, { dwellings: 12, perDwelling: 2, watched: true })).status).toBe(404);
  expect((await put(customer, { dwellings: -1, perDwelling: 2, watched: true })).status).toBe(418);
  expect((await put(customer, { dwellings: 12, perDwelling: 2, watched: true })).status).toBe(200);
  expect((await read(3, 'water-flow')).leak).toBeCloseTo(60 - 24);
  await put(customer, { dwellings: 12, perDwelling: 2, watched: false });
  expect(await read(3, 'water-flow')).toMatchObject({ leak: null, lossPerYear: null, unusual: false });
});

test('water that never stops for a day flows continuously, and one quiet quarter ends it', async () => {
  const to = Math.floor(Date.now() / (15 * minute)) * 15 * minute;
  const day = every(5 * minute, to - dayMs, to, () => 0.7);
  await store(8, 'flow', day);
  expect((await read(8, 'water-flow')).continuous).toBe(true);
  await app.kit.pool.query('DELETE FROM reading');
  await store(
    8,
    'flow',
    day.map(([at, value], n) => [at, n < 3 ? 0 : value]),
  );
  expect((await read(8, 'water-flow')).continuous).toBe(false);
});

test('the outdoor index is that of the worst pollutant, hour by hour, in the scale of the company', async () => {
  const full = Math.floor(Date.now() / hour) * hour;
  await store(
    5,
    'pm25',
    every(20 * minute, full - 12 * hour, full, () => 12),
  );
  const air = await read(5, 'outdoor-air');
  expect(air).toMatchObject({ scale: 'us-epa-2024', now: { index: 56, pollutant: 'pm25', parts: { pm25: 56 } } });
  expect(air.hours).toHaveLength(24);
  expect(air.hours.at(-1)).toEqual({ at: new Date(full - hour).toISOString(), index: 56 });
  // The first hour has no other, the second has two of the latest three.
  expect(air.hours.slice(10, 14).map(({ index }: { index: number | null }) => index)).toEqual([null, null, null, 56]);

  const changed = await customer.call('PUT', `/swam/device/${of(5)}/air-scale`, { body: { airScale: 'us-epa-2012' } });
  expect(changed.status).toBe(200);
  expect(await read(5, 'outdoor-air')).toMatchObject({ scale: 'us-epa-2012', now: { index: 50 } });
  expect(
    (await viewer.call('PUT', `/swam/device/${of(5)}/air-scale`, { body: { airScale: 'us-epa-2024' } })).status,
  ).toBe(403);
});

test('the outdoor index is missing when two of the newest three hours have no readings', async () => {
  const full = Math.floor(Date.now() / hour) * hour;
  await store(5, 'pm25', [
    ...every(20 * minute, full - 12 * hour, full - 3 * hour, () => 12),
    ...every(20 * minute, full - hour, full, () => 12),
  ]);
  expect((await read(5, 'outdoor-air')).now).toBeNull();
});

test('a gas detector shows its short-term and its time-weighted mean with the hours that are known', async () => {
  const now = Date.now();
  await store(6, 'carbonMonoxide', [
    ...every(5 * minute, now - 4 * hour, now - 15 * minute, () => 10),
    ...every(minute, now - 14 * minute, now, () => 40),
  ]);
  const [carbonMonoxide, hydrogenSulfide] = await read(6, 'gas-exposure');
  expect(carbonMonoxide).toMatchObject({ sensor: 'carbonMonoxide', unit: 'ppm', stel: 40 });
  expect(carbonMonoxide.twa).toBeCloseTo(11.875, 0);
  expect(carbonMonoxide.hours).toBeCloseTo(4, 0);
  expect(hydrogenSulfide).toEqual({ sensor: 'hydrogenSulfide', unit: 'ppm', stel: null, twa: null, hours: 0 });
});

test('the demand of a power meter is the highest half hour of the month', async () => {
  const now = Date.now();
  const wall = new Date(now + offsetAt(now, zone));
  const month = instantOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 1), zone);
  await store(17, 'power', [
    [month - hour, 90],
    [month + 5 * minute, 4],
    [month + 10 * minute, 8],
    [month + 40 * minute, 5],
  ]);
  expect(await read(17, 'power-demand')).toEqual({ highest: { at: new Date(month).toISOString(), value: 6 } });
});

test('derived values are refused for a device of another solution and of another company', async () => {
  const status = async (solution: number, path: string, person = customer) =>
    (await person.call('GET', `/swam/device/${of(solution)}/${path}`)).status;
  expect([await status(8, 'tank'), await status(2, 'outdoor-air'), await status(2, 'tank', other)]).toEqual([
    404, 404, 404,
  ]);
});
