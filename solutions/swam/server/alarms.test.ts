import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { dayMs, instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import { alarmDays } from './daily-alarms.ts';
import { alarmOutdoorAir, alarmUnbalance } from './frequent-alarms.ts';
import { starters } from './starters.ts';

const minute = 60_000;
const hour = 60 * minute;
const zone = 'Asia/Dubai';
const wall = Date.now() + offsetAt(Date.now(), zone);
const midnight = instantOf(Math.floor(wall / dayMs) * dayMs, zone);
/** Today in Dubai, when the night is over. */
const noon = midnight + 12 * hour;

let app: Rasid;
let customer: TestPerson;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  for (let month = 0; month < 4; month++)
    await app.kit.pool.query('SELECT rasid_reading_hour_partition($1)', [new Date(noon - month * 28 * dayMs)]);
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['reading', 'reading_hour', 'alarm', 'swam_daily_run', 'swam_setting'])
    await app.kit.pool.query(`DELETE FROM ${table}`);
});

const deviceOf = async (filter: string): Promise<number> => {
  const found = await customer.call('GET', `/swam/device?limit=20&sort[id]=asc&${filter}`);
  return found.body.data.find(({ token }: { token: string }) => token === 'active').id;
};
const sensorOf = (key: string) =>
  app.kit.apps.flatMap((one) => one.sensorTypes ?? []).find((sensor) => sensor.key === key)?.id ?? 0;
type Point = readonly [at: number, value: number];
const store = (device: number, sensor: string, points: readonly Point[]) =>
  app.kit.pool.query(
    'INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, $2, to_timestamp(t / 1000.0), v FROM unnest($3::float8[], $4::float8[]) n(t, v)',
    [device, sensorOf(sensor), points.map(([at]) => at), points.map(([, value]) => value)],
  );
/** Hours with their lowest and highest value. */
const storeHours = (device: number, sensor: string, hours: readonly (readonly [number, number, number])[]) =>
  app.kit.pool.query(
    `INSERT INTO reading_hour (device_id, sensor_id, hour, count, sum, low, high)
     SELECT $1, $2, to_timestamp(t / 1000.0), 1, high, low, high FROM unnest($3::float8[], $4::float8[], $5::float8[]) n(t, low, high)`,
    [device, sensorOf(sensor), hours.map(([at]) => at), hours.map(([, low]) => low), hours.map(([, , high]) => high)],
  );
const every = (step: number, from: number, to: number, value: number): Point[] =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, n) => [from + n * step, value] as const);
const alarms = async (device: number) =>
  (
    await app.kit.pool.query(
      'SELECT kind, severity, condition, count, value FROM alarm WHERE device_id = $1 ORDER BY id',
      [device],
    )
  ).rows;

test('an unusual night raises one alarm, and analysing the same day again changes nothing', async () => {
  const device = await deviceOf('solutionId=3');
  for (let n = 0; n <= 14; n++) {
    const from = midnight + 2 * hour - n * dayMs;
    await store(device, 'flow', every(5 * minute, from, from + 2 * hour, n === 0 ? 1 : 0.2));
  }
  await alarmDays(app.kit, noon);
  await alarmDays(app.kit, noon);
  expect(await alarms(device)).toEqual([
    { kind: 'night-flow', severity: 'ok', condition: 'active', count: 1, value: 1 },
  ]);
  // The next night is quiet.
  const next = midnight + dayMs + 2 * hour;
  await store(device, 'flow', every(5 * minute, next, next + 2 * hour, 0.2));
  await alarmDays(app.kit, noon + dayMs);
  expect(await alarms(device)).toMatchObject([{ kind: 'night-flow', condition: 'cleared', count: 1 }]);
});

test('a day is analysed only after its night has ended', async () => {
  await alarmDays(app.kit, midnight + 5 * hour);
  expect((await app.kit.pool.query('SELECT FROM swam_daily_run')).rows).toHaveLength(0);
});

test('a day with more than twice the usual consumption of its weekday raises an alarm', async () => {
  const [high, usual] = [await deviceOf('hardwareId=1701'), await deviceOf('hardwareId=1703')];
  for (const [device, yesterday] of [
    [high, 21],
    [usual, 19],
  ] as const)
    for (let n = 0; n <= 8; n++) {
      const start = midnight - dayMs - 7 * n * dayMs;
      const amount = n === 0 ? yesterday : 10;
      await storeHours(device, 'energy', [
        [start + hour, 1000, 1000 + amount / 2],
        [start + 20 * hour, 1000 + amount / 2, 1000 + amount],
      ]);
    }
  await alarmDays(app.kit, noon);
  expect(await alarms(high)).toMatchObject([{ kind: 'consumption-high', severity: 'ok', value: 21 }]);
  expect(await alarms(usual)).toEqual([]);
});

test('a meter that has not counted for two weeks and a probe that has not moved for a day raise alarms', async () => {
  const [meter, probe] = [await deviceOf('solutionId=8'), await deviceOf('solutionId=1')];
  const hours = (days: number, value: (at: number) => readonly [number, number]) =>
    Array.from({ length: days * 24 - 1 }, (_, n) => {
      const at = Math.floor(noon / hour) * hour - (n + 1) * hour;
      return [at, ...value(at)] as const;
    });
  await storeHours(
    meter,
    'volume',
    hours(14, () => [500, 500]),
  );
  await storeHours(
    probe,
    'ph',
    hours(1, () => [7.2, 7.2]),
  );
  await storeHours(
    probe,
    'turbidity',
    hours(1, (at) => [0.4, 0.5 + (at % 7) / 100]),
  );
  await alarmDays(app.kit, noon);
  expect(await alarms(meter)).toMatchObject([{ kind: 'meter-stopped', severity: 'ok' }]);
  expect(await alarms(probe)).toMatchObject([{ kind: 'probe-fouled', severity: 'ok' }]);
});

test('unhealthy outdoor air raises an alarm that climbs, falls and clears with the index', async () => {
  const device = await deviceOf('solutionId=5');
  const full = Math.floor(Date.now() / hour) * hour;
  const look = async (value: number) => {
    await app.kit.pool.query('DELETE FROM reading');
    await store(device, 'pm25', every(20 * minute, full - 12 * hour, full, value));
    await emittingAsSystem(app.kit, app.kit.db, alarmOutdoorAir);
    return alarms(device);
  };
  expect(await look(30)).toEqual([]);
  expect(await look(40)).toMatchObject([{ kind: 'aqi-high', severity: 'ok', count: 1 }]);
  expect(await look(40)).toMatchObject([{ severity: 'ok', count: 1 }]);
  expect(await look(150)).toMatchObject([{ severity: 'problem', condition: 'active' }]);
  expect(await look(60)).toMatchObject([{ severity: 'poor', condition: 'active' }]);
  expect(await look(5)).toMatchObject([{ condition: 'cleared' }]);
});

test('unbalanced voltages of ten minutes raise an alarm of three-phase meters only', async () => {
  const [single, triple] = [await deviceOf('hardwareId=1701'), await deviceOf('hardwareId=1703')];
  const now = Date.now();
  for (const [sensor, value] of [
    ['voltageL1', 215],
    ['voltageL2', 230],
    ['voltageL3', 235],
  ] as const)
    await store(triple, sensor, every(minute, now - 9 * minute, now, value));
  await store(single, 'voltageL1', every(minute, now - 9 * minute, now, 150));
  await emittingAsSystem(app.kit, app.kit.db, alarmUnbalance);
  expect(await alarms(triple)).toMatchObject([{ kind: 'unbalance', severity: 'ok' }]);
  expect(await alarms(single)).toEqual([]);
});

test('the number of statements of an analysis does not grow with the number of devices', async () => {
  const full = await countStatements(app, () => emittingAsSystem(app.kit, app.kit.db, alarmOutdoorAir));
  const [first] = (await app.kit.pool.query("SELECT min(id) AS id FROM device WHERE app = 'swam' AND solution_id = 5"))
    .rows;
  await app.kit.pool.query(
    "UPDATE device SET state = 'inventory' WHERE app = 'swam' AND solution_id = 5 AND id <> $1",
    [first.id],
  );
  const one = await countStatements(app, () => emittingAsSystem(app.kit, app.kit.db, alarmOutdoorAir));
  await app.kit.pool.query("UPDATE device SET state = 'installed' WHERE app = 'swam' AND solution_id = 5");
  expect(full).toBe(one);
});

test('a level that falls by a tenth in an hour counts at night and not by day', async () => {
  const device = await deviceOf('solutionId=2');
  const rule = starters[201]?.rules?.find(({ kind }) => kind === 'level-dropping');
  const replay = async (from: number) => {
    await app.kit.pool.query('DELETE FROM reading');
    await store(device, 'fillPercent', [
      ...every(5 * minute, from - hour, from, 80),
      ...Array.from({ length: 10 }, (_, n): Point => [from + n * 5 * minute, 80 - 2 * n]),
    ]);
    const body = {
      levels: rule?.levels,
      schedule: rule?.schedule,
      deviceId: device,
      from: new Date(from - 2 * hour).toISOString(),
      to: new Date(from + 2 * hour).toISOString(),
    };
    const reply = await customer.call('POST', '/swam/rule/test', { body });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body.data.count;
  };
  expect([await replay(midnight - dayMs + 2 * hour), await replay(midnight - dayMs + 10 * hour)]).toEqual([1, 0]);
});

test('every kind of alarm has a name and an advice in both languages, and every starter raises declared kinds', () => {
  const { alarms: kinds = {} } = app.kit.apps.find(({ id }) => id === 'swam') ?? {};
  for (const kind of Object.keys(kinds))
    for (const locale of ['en', 'ar'] as const)
      for (const section of ['alarms', 'guidance'])
        expect(textOf({ id: 'swam' }, locale, `${section}.${kind}`), `${locale} ${section} ${kind}`).toBeTruthy();
  for (const starter of Object.values(starters))
    for (const { kind } of [...(starter?.rules ?? []), ...(starter?.thresholds ?? [])])
      if (kind !== null && kind !== 'custom') expect(Object.keys(kinds)).toContain(kind);
});
