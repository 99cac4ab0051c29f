import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { alarmFull } from '#core/access/server/api.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { lockRules } from './lock-rules.ts';
import { TestLock } from './test-lock.ts';

let app: Rasid;
let customer: TestPerson;
let door: TestDevice;
let padlock: TestDevice;
let cabinet: TestDevice;
let lock: TestLock;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  // Only the rules of the tests apply.
  await app.kit.pool.query('DELETE FROM alarm_rule');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
  padlock = await testDevice(app, customer, 'hardwareId=1201', '/metrowatch');
  cabinet = await testDevice(app, customer, 'hardwareId=1901', '/metrowatch');
  lock = await new TestLock(door).connect();
});
afterAll(async () => {
  await Promise.all([door.end(), padlock.end(), cabinet.end()]);
  await app.close();
});
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM alarm');
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  customer.call(method, `/metrowatch${path}`, body === undefined ? {} : { body });
type Shown = { kind: string; severity: string; condition: string };
const alarms = async (device: TestDevice, kind: string): Promise<Shown[]> =>
  (
    await app.kit.pool.query(
      'SELECT kind, severity, condition FROM alarm WHERE device_id = $1 AND kind = $2 ORDER BY id',
      [device.id, kind],
    )
  ).rows;
const rises = (device: TestDevice, kind: string, severity: string) =>
  eventually(
    () => alarms(device, kind),
    (all) => all.some((one) => one.severity === severity && one.condition === 'active'),
  );

/** Makes the default rule of a kind hold for a device, as its template would, while `work` runs. */
async function withRule(device: TestDevice, model: number, kind: string, work: () => Promise<unknown>): Promise<void> {
  const found = lockRules(model).find((one) => one.kind === kind);
  const { schedule: _hours, ...rule } = found ?? { schedule: null };
  const made = await call('POST', '/rule', { ...rule, deviceId: device.id });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await work();
  await call('DELETE', `/rule/${made.body.data.id}`);
}
/** Values of a number of seconds ago, by the clock of the device. */
const before = (device: TestDevice, seconds: number, values: object) =>
  device.publish({ ts: Date.now() - seconds * 1000, values });

test('a jammed lock is a problem', () =>
  withRule(door, 1101, 'jammed', async () => {
    await door.publish({ lockState: 'jammed' });
    await rises(door, 'jammed', 'problem');
    await door.publish({ lockState: 'locked' });
  }));

/** A rule is read some moments after it is stored: times of messages count only from then on. */
async function untilDoorIsWatched(): Promise<void> {
  let seconds = 3000;
  await eventually(
    async () => {
      seconds -= 5;
      await before(door, seconds, { door: true });
      return alarms(door, 'door-held');
    },
    ([first]) => first?.severity === 'poor',
  );
  await before(door, 700, { door: false });
  await eventually(
    () => alarms(door, 'door-held'),
    ([first]) => first?.condition === 'cleared',
  );
  await app.kit.pool.query('DELETE FROM alarm');
}

test('a door that is held open is poor after a minute and a problem after ten', () =>
  withRule(door, 1101, 'door-held', async () => {
    await untilDoorIsWatched();
    await before(door, 620, { door: true });
    await before(door, 580, { door: true });
    expect(await alarms(door, 'door-held')).toEqual([]);
    await before(door, 550, { door: true });
    await rises(door, 'door-held', 'poor');
    await door.publish({ door: true });
    await rises(door, 'door-held', 'problem');
    await door.publish({ door: false });
  }));

test('a lock that is left unlocked for a quarter of an hour raises an alarm', () =>
  withRule(cabinet, 1901, 'unlocked-long', async () => {
    await before(cabinet, 910, { lockState: 'unlocked' });
    await before(cabinet, 30, { lockState: 'unlocked' });
    expect(await alarms(cabinet, 'unlocked-long')).toEqual([]);
    await cabinet.publish({ lockState: 'unlocked' });
    await rises(cabinet, 'unlocked-long', 'ok');
  }));

test('five wrong codes in ten minutes are poor, and ten are a problem', () =>
  withRule(door, 1101, 'wrong-codes', async () => {
    const wrong = () => lock.report({ action: 'denied', method: 'pin', reason: 'unknown-code', nth: Math.random() });
    for (let n = 0; n < 5; n++) await wrong();
    await rises(door, 'wrong-codes', 'poor');
    for (let n = 0; n < 5; n++) await wrong();
    await rises(door, 'wrong-codes', 'problem');
  }));

test('an opening out of hours is poor', () =>
  withRule(door, 1101, 'opened-out-of-hours', async () => {
    await lock.report({ action: 'unlock', method: 'pin', result: 'granted' });
    await rises(door, 'opened-out-of-hours', 'poor');
  }));

test('the hours of the rule about openings out of hours are those of the night', () => {
  const { schedule } = lockRules(1101).find(({ kind }) => kind === 'opened-out-of-hours') ?? {};
  expect(schedule?.week.every(({ periods }) => periods.map(({ start }) => start).join() === '00:00,22:00')).toBe(true);
});

test('a duress code is a problem', () =>
  withRule(door, 1101, 'duress', async () => {
    await door.publish({ duress: true });
    await rises(door, 'duress', 'problem');
    await door.publish({ duress: false });
  }));

test('an open cover and a cut cable are problems', async () => {
  await withRule(padlock, 1201, 'cover-open', async () => {
    await padlock.publish({ coverOpen: true });
    await rises(padlock, 'cover-open', 'problem');
  });
  await withRule(padlock, 1201, 'cable-cut', async () => {
    await padlock.publish({ lockState: 'unlocked', cableInserted: false });
    await padlock.publish({ coverOpen: false });
    expect(await alarms(padlock, 'cable-cut')).toEqual([]);
    await padlock.publish({ lockState: 'locked' });
    await rises(padlock, 'cable-cut', 'problem');
    await padlock.publish({ cableInserted: true });
  });
});

test('a door that opens while it is locked is forced, until it is closed again', async () => {
  await door.publish({ lockState: 'locked', door: false });
  // The openings of other tests are over.
  await app.kit.pool.query('ALTER TABLE lock_log DISABLE ROW LEVEL SECURITY; DELETE FROM lock_log');
  await door.publish({ door: true });
  await rises(door, 'forced-open', 'problem');
  const log = (await call('GET', `/access-log?deviceId=${door.id}`)).body.data;
  expect(log).toContainEqual(expect.objectContaining({ action: 'forced', result: 'denied' }));
  await door.publish({ door: false });
  await eventually(
    () => alarms(door, 'forced-open'),
    ([first]) => first?.condition === 'cleared',
  );
});

test('a door that opens after somebody has opened it from inside is not forced', async () => {
  await lock.report({ action: 'unlock', method: 'inside', result: 'granted' });
  await door.publish({ door: true });
  await door.publish({ door: false });
  expect(await alarms(door, 'forced-open')).toEqual([]);
});

test('a lock that reports that it was forced raises the same alarm', async () => {
  await lock.report({ action: 'forced' });
  await rises(door, 'forced-open', 'problem');
});

test('a lock with more than nine tenths of its slots in use has an alarm until there is room', async () => {
  const used = (count: number) =>
    door.publish(
      { codes: Object.fromEntries(Array.from({ length: count }, (_, n) => [n + 1, true])) },
      'v1/devices/me/attributes',
    );
  await used(225);
  await alarmFull(app.kit);
  expect(await alarms(door, 'code-capacity')).toEqual([]);
  await used(226);
  await alarmFull(app.kit);
  expect(await alarms(door, 'code-capacity')).toMatchObject([{ severity: 'ok', condition: 'active' }]);
});

test('codes that were entered at the lock itself raise an alarm', async () => {
  await app.kit.pool.query("UPDATE device SET attributes = '{}' WHERE id = $1", [door.id]);
  lock.codes = { 1: true, 50: true };
  await lock.list();
  await rises(door, 'codes-drift', 'poor');
});

test('a lock with more than nine tenths of its cards in use raises an alarm, as does a card that was entered at the lock itself', async () => {
  await app.kit.pool.query("UPDATE device SET attributes = '{}' WHERE id = $1", [door.id]);
  const cards = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [n + 1, true]));
  lock.codes = { 1: true };
  lock.cards = cards(90);
  await lock.list();
  await rises(door, 'codes-drift', 'poor');
  await alarmFull(app.kit);
  expect(await alarms(door, 'code-capacity')).toEqual([]);
  lock.cards = cards(91);
  await lock.list();
  await alarmFull(app.kit);
  expect(await alarms(door, 'code-capacity')).toMatchObject([{ severity: 'ok', condition: 'active' }]);
  lock.cards = {};
  await lock.list();
});

test('the clock of an event is checked: one that is 7 minutes fast is poor and corrected', () =>
  withRule(door, 1101, 'clock-drift', async () => {
    lock.orders.length = 0;
    const now = () => Date.now() / 1000;
    await lock.report({ action: 'lock', clock: now() + 420 });
    await rises(door, 'clock-drift', 'poor');
    const order = await eventually(
      async () => lock.orders.find(({ method }) => method === 'setClock'),
      (one) => one !== undefined,
    );
    expect(Math.abs(Number(order?.params.ts) - now())).toBeLessThan(10);
    expect(order?.params.offsetMinutes).toBe(240);
    const clock = async () => (await call('GET', `/device/${door.id}/access`)).body.data.clock;
    expect(await clock()).toMatchObject({ zoneHours: 0 });
    await lock.report({ action: 'lock', clock: now() });
    await eventually(clock, ({ offsetSeconds }) => Math.abs(offsetSeconds) < 5);
    await eventually(
      async () => (await call('GET', `/device/${door.id}/command`)).body.data,
      (all) => all.some(({ method, state }: Record<string, string>) => method === 'setClock' && state === 'confirmed'),
    );
  }));

test('a clock that is off by whole hours is reported as a wrong time zone', async () => {
  const clock = async () => (await call('GET', `/device/${door.id}/access`)).body.data.clock;
  await lock.report({ action: 'lock', clock: Date.now() / 1000 - 3600 });
  expect(await eventually(clock, ({ zoneHours }) => zoneHours !== 0)).toMatchObject({ zoneHours: -1 });
  await lock.report({ action: 'lock', clock: Date.now() / 1000 });
  await eventually(clock, ({ zoneHours }) => zoneHours === 0);
});

test('a clock that is off by less than a minute is not corrected', async () => {
  const waiting = async () =>
    (
      await app.kit.pool.query(
        "SELECT id FROM device_command WHERE device_id = $1 AND method = 'setClock' AND state IN ('queued', 'sent', 'delivered')",
        [door.id],
      )
    ).rows;
  // The orders of other tests are over.
  await eventually(waiting, ({ length }) => length === 0);
  lock.orders.length = 0;
  await lock.report({ action: 'lock', clock: Date.now() / 1000 + 50 });
  const clock = async () => (await call('GET', `/device/${door.id}/access`)).body.data.clock;
  await eventually(clock, ({ offsetSeconds }) => offsetSeconds > 40);
  await lock.list();
  expect(lock.orders.filter(({ method }) => method === 'setClock')).toEqual([]);
});
