import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { alarmBudgets } from './budgets.ts';
import { monthSoFar } from './consumption.ts';
import { scanMeters } from './scans/scan-meters.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let meter: number;
let volume: number;

beforeAll(async () => {
  app = await rasid();
  [customer, viewer, other] = await Promise.all([
    app.signIn('customer@rasid.test'),
    app.signIn('viewer@rasid.test'),
    app.signIn('other@rasid.test'),
  ]);
  const found = await customer.call('GET', '/sample/device?limit=100&hardwareId=90301&sort[id]=asc');
  meter = found.body.data.find(({ token }: { token: string }) => token === 'active').id;
  volume = app.kit.apps.flatMap((one) => one.sensorTypes ?? []).find(({ key }) => key === 'volume')?.id ?? 0;
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['meter_budget', 'meter', 'reading', 'device_latest', 'alarm'])
    await app.kit.pool.query(`DELETE FROM ${table}`);
});

const set = (amount: number | null, person = customer) =>
  person.call('PUT', `/sample/device/${meter}/budget`, { body: { amount } });

/**
 * Sets the amount that the meter has counted since the month began. It is small, because that may be a minute ago, and a
 * rise that is too fast counts only when a person has accepted it.
 */
async function count(amount: number): Promise<void> {
  const { from } = monthSoFar(Date.now(), 'Asia/Dubai');
  const points = [
    [from, 100],
    [Date.now() - 1000, 100 + amount],
  ] as const;
  await app.kit.pool.query('DELETE FROM reading');
  for (const [at, value] of points)
    await app.kit.pool.query('INSERT INTO reading (device_id, sensor_id, time, value) VALUES ($1, $2, $3, $4)', [
      meter,
      volume,
      new Date(at),
      value,
    ]);
  await app.kit.pool.query(
    'INSERT INTO device_latest (device_id, sensor_id, time, value) VALUES ($1, $2, now(), $3) ON CONFLICT (device_id, sensor_id) DO UPDATE SET value = excluded.value, time = now()',
    [meter, volume, 100 + amount],
  );
  await scanMeters(app.kit);
}
const alarms = async () => {
  await alarmBudgets(app.kit);
  const rows = await app.kit.pool.query(
    "SELECT severity, condition, count FROM alarm WHERE device_id = $1 AND kind = 'budget'",
    [meter],
  );
  return rows.rows;
};

test('the budget of a meter is set by an administrator, shows how much of it is used, and is removed with null', async () => {
  await count(1 / 16);
  expect((await set(10, viewer)).status).toBe(403);
  expect((await set(10, other)).status).toBe(404);
  expect((await set(-1)).status).toBe(418);
  expect((await set(10)).body.data).toEqual({ amount: 10, used: 1 / 16, unit: 'm³' });
  expect((await set(null)).body.data).toEqual({ amount: null, used: 1 / 16, unit: 'm³' });
});

test('four fifths of a budget raise an alarm, a used-up budget makes it worse, and a higher budget ends it', async () => {
  await count(1 / 32);
  await set(3 / 64);
  expect(await alarms()).toEqual([]);
  await set(5 / 128);
  expect(await alarms()).toEqual([{ severity: 'ok', condition: 'active', count: 1 }]);
  expect(await alarms()).toEqual([{ severity: 'ok', condition: 'active', count: 1 }]);
  await set(1 / 32);
  expect(await alarms()).toMatchObject([{ severity: 'poor', condition: 'active' }]);
  await set(20);
  expect(await alarms()).toMatchObject([{ condition: 'cleared' }]);
});
