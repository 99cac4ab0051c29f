import { afterAll, beforeAll, expect, test } from 'vitest';
import { sensorRegistry } from '#core/devices/server/api.ts';
import { remakeStates } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let integrator: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  app = await rasid();
  [customer, integrator, other] = (await Promise.all(
    ['customer@rasid.test', 'integrator@rasid.test', 'other@rasid.test'].map((name) => app.signIn(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => app.close());

const ask = async (path: string, person = customer) => (await person.call('GET', `/metrowatch${path}`)).body.data;
const installed = async (filter = '') =>
  (await customer.call('GET', `/metrowatch/device?limit=100&state=installed${filter}`)).body.data as {
    id: number;
    solutionId: number;
    structure: { id: number };
  }[];
const sum = (rows: Record<string, number>[], key: string) => rows.reduce((total, row) => total + (row[key] ?? 0), 0);

test('the counts of devices by type, by structure and in tiles agree with the list', async () => {
  const { length } = await installed();
  expect(length).toBeGreaterThan(3);
  expect(sum(await ask('/device/count'), 'count')).toBe(length);
  expect(sum(await ask('/device/count-by-structure'), 'devices')).toBe(length);
  const tiles = await ask('/dashboard/device-info');
  expect(sum(tiles, 'devices')).toBe(length);
  expect(sum(tiles, 'online') + sum(tiles, 'sleeping') + sum(tiles, 'offline')).toBe(length);
});

test('a lock that reports jammed counts as jammed, and a battery below 20 % as low', async () => {
  const [lock] = await installed('&solutionId=11');
  const tile = async () =>
    (await ask('/dashboard/device-info')).find((one: { solutionId: number }) => one.solutionId === 11);
  const set = (sensor: string, value: number | null, word: string | null) =>
    app.kit.pool.query(
      `INSERT INTO device_latest (device_id, sensor_id, time, value, word) VALUES ($1, $2, now(), $3, $4)
       ON CONFLICT (device_id, sensor_id) DO UPDATE SET time = now(), value = excluded.value, word = excluded.word`,
      [lock?.id, sensorRegistry(app.kit.apps).named('metrowatch', sensor)?.id, value, word],
    );
  await set('lockState', null, 'unlocked');
  await set('battery', 80, null);
  const before = await tile();
  await set('lockState', null, 'jammed');
  await set('battery', 12, null);
  const after = await tile();
  expect([after.jammed, after.lowBattery]).toEqual([before.jammed + 1, before.lowBattery + 1]);
  expect(await ask('/device/count')).toContainEqual(expect.objectContaining({ solutionId: 11, lockState: 'jammed' }));
});

test('subscriptions are counted by how long they still run, each device once', async () => {
  const [device] = await installed();
  const counts = async () =>
    Object.fromEntries(
      (await ask('/analysis/device-validity')).map((one: { validity: string; count: number }) => [
        one.validity,
        one.count,
      ]),
    );
  const before = await counts();
  await app.kit.pool.query(
    "UPDATE device SET has_token = true, activation_at = now() - interval '1 day', expiration_at = now() + interval '9 days' WHERE id = $1",
    [device?.id],
  );
  const after = await counts();
  expect(after['30-days']).toBe(before['30-days'] + 1);
  expect(Object.values<number>(after).reduce((a, b) => a + b, 0)).toBe((await installed()).length);
});

test('customers and their structures show devices, open alarms and openings', async () => {
  const rows = await ask('/analysis/customer-structures');
  expect(sum(rows, 'devices')).toBe((await installed()).length);
  const groups = await ask('/alarm/groups');
  expect(sum(rows, 'openAlarms')).toBe(sum(groups, 'count'));
});

test('only integrators see devices of customers, and only those of their own customers', async () => {
  const refused = await customer.call('GET', '/metrowatch/analysis/si-devices');
  expect(refused.status).toBe(403);
  const rows = await ask('/analysis/si-devices', integrator);
  const names = new Set(rows.map(({ customer }: { customer: { name: string } }) => customer.name));
  expect([...names]).toContain('Reem Residences');
  const mine = rows.filter(({ customer }: { customer: { name: string } }) => customer.name === 'Reem Residences');
  expect(sum(mine, 'installed')).toBe((await installed()).length);
});

test('tracked assets are moving, stopped, sleeping or offline, each once', async () => {
  const { tracked, moving, stopped, sleeping, offline } = await ask('/analysis/assets');
  expect(tracked).toBe((await installed('&solutionId=14,15,16')).length);
  expect(moving + stopped + sleeping + offline).toBe(tracked);
});

test('the mean number of days that batteries of trackers will last is shown, and those that end within 30 days are in their tile', async () => {
  const trackers = await installed('&solutionId=14,15,16');
  const [first, second] = trackers;
  const forecast = (id: number | undefined, days: number | null) =>
    app.kit.pool.query("UPDATE device SET battery_ends_at = now() + $2 * interval '1 day' WHERE id = $1", [id, days]);
  for (const { id } of trackers) await forecast(id, null);
  expect((await ask('/analysis/assets')).meanBatteryDays).toBeNull();
  await forecast(first?.id, 20);
  await forecast(second?.id, 100);
  expect((await ask('/analysis/assets')).meanBatteryDays).toBeCloseTo(60, 3);
  const tiles = (await ask('/dashboard/device-info')) as { solutionId: number; replaceSoon: number }[];
  const ofTrackers = tiles.filter(({ solutionId }) => [14, 15, 16].includes(solutionId));
  expect(sum(ofTrackers, 'replaceSoon')).toBe(1);
});

test('a slot is occupied for its share of the known time, and the time of a gap is not known', async () => {
  const [slot] = await installed('&solutionId=20');
  const day = '2026-05-02T';
  const sensor = sensorRegistry(app.kit.apps).named('metrowatch', 'occupied')?.id;
  const reading = (time: string, occupied: boolean) =>
    app.kit.pool.query('INSERT INTO reading (device_id, sensor_id, time, value) VALUES ($1, $2, $3, $4)', [
      slot?.id,
      sensor,
      `${day}${time}:00+04:00`,
      occupied ? 1 : 0,
    ]);
  await reading('08:00', false);
  await reading('09:00', true);
  await reading('11:00', false);
  await reading('11:30', true);
  await reading('12:00', false);
  // From here on nothing is known after three hours.
  await remakeStates(app, slot?.id ?? 0);
  const period = `from=${day}00:00:00%2B04:00&to=2026-05-03T00:00:00%2B04:00&deviceId=${slot?.id}`;
  const { occupied, sessions, meanStay, hours, slots } = await ask(`/analysis/parking/occupancy-timing?${period}`);
  expect([slots, sessions, meanStay]).toEqual([1, 2, 75 * 60]);
  expect(occupied).toBeCloseTo(2.5 / 7);
  expect([hours[0][8], hours[0][9], hours[0][11], hours[0][16]]).toEqual([0, 1, 0.5, null]);
});

test('a parking slot shows since when it is occupied, and the sessions of today that lasted a minute or more', async () => {
  const [slot] = await installed('&solutionId=20');
  const sensor = sensorRegistry(app.kit.apps).named('metrowatch', 'occupied')?.id;
  await app.kit.pool.query('DELETE FROM reading WHERE device_id = $1 AND sensor_id = $2', [slot?.id, sensor]);
  // A zone in which it is neither shortly before nor shortly after midnight.
  const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT-12' : 'UTC';
  await app.kit.pool.query('UPDATE structure SET time_zone = $2 WHERE id = $1', [slot?.structure.id, zone]);
  const reading = (secondsAgo: number, occupied: boolean) =>
    app.kit.pool.query(
      "INSERT INTO reading (device_id, sensor_id, time, value) VALUES ($1, $2, date_trunc('second', now()) - $3 * interval '1 second', $4)",
      [slot?.id, sensor, secondsAgo, occupied ? 1 : 0],
    );
  const today = async () => {
    await remakeStates(app, slot?.id ?? 0);
    return ask(`/device/${slot?.id}/parking`);
  };
  await reading(300, true);
  await reading(240, false);
  await reading(200, true);
  await reading(141, false);
  const free = await today();
  expect(free.occupiedSince).toBeNull();
  expect(free.sessions.map(({ from, to }: { from: number; to: number }) => (to - from) / 1000)).toEqual([60]);
  await reading(100, true);
  const parked = await today();
  expect(Date.now() - Date.parse(parked.occupiedSince)).toBeGreaterThan(99_000);
  expect(parked.sessions).toHaveLength(2);
  expect(parked.day.to - parked.day.from).toBe(86_400_000);
  expect((await other.call('GET', `/metrowatch/device/${slot?.id}/parking`)).status).toBe(404);
});

test('another company counts only its own devices', async () => {
  const { data } = (await other.call('GET', '/metrowatch/device?limit=100&state=installed')).body;
  const counted = await ask('/device/count-by-structure', other);
  expect(sum(counted, 'devices')).toBe(data.length);
  const own = new Set(data.map((device: { structure: { id: number } }) => device.structure.id));
  expect(counted.every(({ structure }: { structure: { id: number } }) => own.has(structure.id))).toBe(true);
});
