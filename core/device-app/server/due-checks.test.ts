import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { alarmDueChecks } from './due-checks.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let tank: number;
let meter: number;

beforeAll(async () => {
  app = await rasid();
  [customer, operator, viewer, other] = await Promise.all([
    app.signIn('customer@rasid.test'),
    app.signIn('operator@rasid.test'),
    app.signIn('viewer@rasid.test'),
    app.signIn('other@rasid.test'),
  ]);
  const first = async (model: number) =>
    (await customer.call('GET', `/sample/device?limit=1&sort[id]=asc&hardwareId=${model}`)).body.data[0].id;
  [tank, meter] = [await first(90101), await first(90301)];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM device_check');
  await app.kit.pool.query("DELETE FROM alarm WHERE kind = 'calibration-due'");
  await app.kit.pool.query('UPDATE device SET created_at = now() WHERE id = $1', [tank]);
});

const done = (person: TestPerson, kind = 'calibration', device = tank) =>
  person.call('POST', `/sample/device/${device}/check`, { body: { kind } });
const checks = async () => (await customer.call('GET', `/sample/device/${tank}/check`)).body.data;
const calibratedDaysAgo = (days: number) =>
  app.kit.pool.query(
    `INSERT INTO device_check (company_id, device_id, kind, done_on) SELECT company_id, id, 'calibration', current_date - $2::integer FROM device WHERE id = $1`,
    [tank, days],
  );
const alarms = async () => {
  await alarmDueChecks(app.kit);
  const rows = await app.kit.pool.query(
    "SELECT severity, count, condition FROM alarm WHERE device_id = $1 AND kind = 'calibration-due' ORDER BY id",
    [tank],
  );
  return rows.rows;
};

test('an operator records a calibration once a day, and the device shows who did it and when it is due again', async () => {
  expect(await checks()).toMatchObject([{ kind: 'calibration', everyDays: 365, done: [], overdue: false }]);
  expect((await done(operator)).status).toBe(200);
  expect((await done(operator)).status).toBe(200);
  const [check] = await checks();
  expect(check.done).toHaveLength(1);
  expect(check.done[0].by.name).toBeTruthy();
  expect(Date.parse(check.dueOn) - Date.parse(check.done[0].on)).toBe(365 * 86_400_000);
});

test('a calibration is refused to a viewer and to another company, and for a model or kind without calibrations', async () => {
  expect([
    (await done(viewer)).status,
    (await done(other)).status,
    (await done(customer, 'cleaning')).status,
    (await done(customer, 'calibration', meter)).status,
  ]).toEqual([403, 404, 418, 418]);
});

test('a calibration that is due raises one alarm, which climbs when it is overdue and ends when it was done', async () => {
  await calibratedDaysAgo(300);
  expect(await alarms()).toEqual([]);
  await app.kit.pool.query('DELETE FROM device_check');
  await calibratedDaysAgo(340);
  expect(await alarms()).toEqual([{ severity: 'ok', count: 1, condition: 'active' }]);
  // A repeat of the job changes nothing.
  expect(await alarms()).toEqual([{ severity: 'ok', count: 1, condition: 'active' }]);
  await app.kit.pool.query('DELETE FROM device_check');
  await calibratedDaysAgo(400);
  expect(await alarms()).toEqual([{ severity: 'poor', count: 2, condition: 'active' }]);
  await done(customer);
  expect(await alarms()).toEqual([{ severity: 'poor', count: 2, condition: 'cleared' }]);
});

test('a device that was never calibrated is due by the day on which it was added', async () => {
  await app.kit.pool.query("UPDATE device SET created_at = now() - interval '400 days' WHERE id = $1", [tank]);
  expect((await checks())[0]).toMatchObject({ done: [], overdue: true });
  expect(await alarms()).toMatchObject([{ severity: 'poor', condition: 'active' }]);
});
