import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { writerOf } from '../process-state.ts';
import { forecastBatteries } from './battery-forecasts.ts';
import { rollUp } from './rollup.ts';

const battery = 1;

let app: Rasid;
let customer: TestPerson;
let tank: { id: number };

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  tank = (await customer.call('GET', '/sample/device?limit=1&solutionId=901')).body.data[0];
});
afterAll(() => app.close());

type Forecast = { days: number; from: number | null; to: number | null } | null;
const forecast = async (): Promise<Forecast> =>
  (await customer.call('GET', `/sample/device/${tank.id}`)).body.data.batteryForecast;
const soon = async (): Promise<number[]> =>
  (await customer.call('GET', '/sample/device?limit=100&replaceSoon=true')).body.data.map(
    ({ id }: { id: number }) => id,
  );

/** Readings of every hour of the last 20 days, and the forecast by them. */
async function drain(now: number, perDay: number): Promise<void> {
  await app.kit.pool.query('DELETE FROM reading WHERE device_id = $1 AND sensor_id = $2', [tank.id, battery]);
  await app.kit.pool.query(
    `INSERT INTO reading (device_id, sensor_id, time, value)
     SELECT $1, $2, now() - h * interval '1 hour', $3 + $4::float8 * h / 24 FROM generate_series(0, 480) h`,
    [tank.id, battery, now, perDay],
  );
  await app.kit.pool.query('DELETE FROM reading_rollup WHERE device_id = $1', [tank.id]);
  await app.kit.pool.query('UPDATE device SET battery = $2, battery_forecast_at = NULL WHERE id = $1', [tank.id, now]);
  await rollUp(app.kit);
  await forecastBatteries(app.kit);
}

const report = (level: number) =>
  writerOf(app.kit).write([{ d: tank.id, r: Date.now(), t: [Date.now()], s: [battery], v: [level] }]);

test('the loss of charge over the last weeks predicts how long a battery lasts', async () => {
  await drain(45, 1);
  const found = await forecast();
  // The newest of the smoothed levels is half a day old.
  expect(found?.days).toBeGreaterThan(39);
  expect(found?.days).toBeLessThan(41.5);
  expect(found?.from).toBeLessThanOrEqual(found?.days ?? 0);
  expect(found?.to).toBeGreaterThanOrEqual(found?.days ?? 0);
});

test('a list can be limited to devices whose batteries are empty within 30 days', async () => {
  await drain(45, 1);
  expect(await soon()).not.toContain(tank.id);
  await drain(30, 1);
  expect(await soon()).toContain(tank.id);
});

test('a battery whose use has not been measured is forecast by its model, at the interval that the device reports', async () => {
  await drain(55, 0);
  const byModel = await forecast();
  expect(byModel).toMatchObject({ from: null, to: null });
  expect(byModel?.days).toBeCloseTo(500, 0);
  await app.kit.pool.query(`UPDATE device SET attributes = '{"config":{"intervalSeconds":120}}' WHERE id = $1`, [
    tank.id,
  ]);
  await drain(55, 0);
  expect((await forecast())?.days).toBeCloseTo(1000, 0);
});

test('a forecast is kept for six hours', async () => {
  await drain(45, 1);
  const before = await forecast();
  await app.kit.pool.query('UPDATE reading_hour SET sum = sum - 10 * count WHERE device_id = $1', [tank.id]);
  await forecastBatteries(app.kit);
  expect(await forecast()).toMatchObject({ days: expect.closeTo(before?.days ?? 0, 1) });
  await app.kit.pool.query("UPDATE device SET battery_forecast_at = now() - interval '361 minutes' WHERE id = $1", [
    tank.id,
  ]);
  await forecastBatteries(app.kit);
  expect((await forecast())?.days).toBeLessThan((before?.days ?? 0) - 9);
});

test('changing a battery discards its forecast, and another one is made from its new level', async () => {
  await drain(12, 1);
  expect((await forecast())?.days).toBeLessThan(10);
  await report(26);
  expect((await forecast())?.days).toBeLessThan(10);
  await report(97);
  expect(await forecast()).toBeNull();
  await forecastBatteries(app.kit);
  expect(await forecast()).toMatchObject({ days: expect.closeTo(1840, 0), from: null });
});
