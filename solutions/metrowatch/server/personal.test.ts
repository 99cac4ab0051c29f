import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deletePositionsOfPeople } from '#core/tracking/server/api.ts';
import { providerOf } from '#main/testing/test-contract.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { personOn, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';

let app: Rasid;
let admin: TestPerson;
let wearer: TestPerson;
let stranger: TestPerson;
let badge: TestDevice;
let wearerId: number;
let always: number;
let never: number;
let minute = 0;
let start: number;
const marina = { lat: 25.08, lng: 55.14 };

beforeAll(async () => {
  app = await rasid({ start: true });
  [admin, wearer, stranger] = (await Promise.all(
    ['customer', 'operator', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
  badge = await testDevice(app, admin, 'solutionId=16', '/metrowatch');
  wearerId = (await wearer.call('GET', '/session')).body.data.user.id;
  always = await schedule('Always', [{ start: '00:00', end: '23:59' }]);
  never = await schedule('Never', []);
});
afterAll(async () => {
  await badge.end();
  await app.close();
});

async function schedule(name: string, periods: object[]): Promise<number> {
  const week = weekdays.map((day) => ({ name: day, periods }));
  const body = { name, timeZone: 'Asia/Dubai', week, seasons: [], holidays: [] };
  const made = await admin.call('POST', '/schedule', { body });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body.data.id;
}

const person = (asking = admin) => asking.call('GET', `/metrowatch/device/${badge.id}/person`);
const assign = (userId: number, scheduleId: number, asking = admin) =>
  asking.call('PUT', `/metrowatch/device/${badge.id}/person`, { body: { userId, scheduleId } });
const consent = (asking = wearer, textVersion = 1) =>
  asking.call('POST', `/own-tracking/${badge.id}/consent`, { body: { textVersion } });
const withdraw = (asking = wearer) => asking.call('DELETE', `/own-tracking/${badge.id}/consent`);
const period = () => `from=${new Date(start - hourMs).toISOString()}&to=${new Date(start + hourMs).toISOString()}`;
const trail = (asking = admin) => asking.call('GET', `/metrowatch/device/${badge.id}/position?${period()}`);
/** Tests a rule about places on the past of the badge. */
const testRule = () =>
  admin.call('POST', '/metrowatch/rule/test', {
    body: {
      deviceId: badge.id,
      levels: [{ severity: 'ok', condition: { place: 'leaves', geofenceId: null }, trigger: { type: 'simple' } }],
      from: new Date(start - hourMs).toISOString(),
      to: new Date(start + hourMs).toISOString(),
    },
  });
const stored = async () =>
  (await app.kit.pool.query('SELECT lat, flags FROM device_position WHERE device_id = $1 ORDER BY time', [badge.id]))
    .rows as { lat: number; flags: number }[];
const newest = async (sensor: string) =>
  (await admin.call('GET', `/metrowatch/device/${badge.id}`)).body.data.values.find(
    (one: { sensor: string }) => one.sensor === sensor,
  )?.value;

/** Reports a place, and resolves when its batch is stored. */
async function report(values: Record<string, boolean | number> = {}, from = marina): Promise<number> {
  minute += 1;
  const lat = from.lat + minute / 100_000;
  const battery = 20 + (minute % 70);
  await badge.publish({
    ts: start + minute * 1000,
    values: { battery, ...values },
    position: { ...from, lat, accuracy: 5 },
  });
  await eventually(
    () => newest('battery'),
    (value) => value === battery,
  );
  return Number(lat.toFixed(6));
}

beforeEach(async () => {
  start = Date.now() - 120_000;
  await app.kit.pool.query('DELETE FROM tracked_person WHERE device_id = $1', [badge.id]);
  await app.kit.pool.query('DELETE FROM tracking_consent WHERE device_id = $1', [badge.id]);
  await app.kit.pool.query('DELETE FROM device_position WHERE device_id = $1', [badge.id]);
  await app.kit.pool.query('TRUNCATE view_log');
});

test('a person without consent leaves no position, and nobody can view any', async () => {
  expect((await assign(wearerId, always)).body.data).toMatchObject({
    person: { id: wearerId },
    consent: null,
    onDuty: false,
    place: null,
  });
  await report();
  expect(await stored()).toEqual([]);
  const refused = await trail();
  expect([refused.status, refused.body.code, refused.body.word]).toEqual([409, '03040403', 'no-consent']);
  expect((await testRule()).body.code).toBe('03040403');
});

test('positions are stored with consent and on duty, and those that were measured before the consent are not', async () => {
  await assign(wearerId, always);
  expect((await consent()).status).toBe(200);
  await report();
  expect(await stored()).toEqual([]);
  await app.kit.pool.query("UPDATE tracking_consent SET given_at = now() - interval '1 hour' WHERE device_id = $1", [
    badge.id,
  ]);
  const lat = await report();
  expect((await stored()).map((one) => [Number(one.lat.toFixed(6)), one.flags])).toEqual([[lat, 0]]);
  expect((await person()).body.data).toMatchObject({ onDuty: true, place: { lat: expect.closeTo(lat, 5) } });
  expect((await trail()).body.data.total).toBe(1);
});

test('off duty no position is kept, unless the person calls for help', async () => {
  await assign(wearerId, never);
  await consent();
  await app.kit.pool.query("UPDATE tracking_consent SET given_at = now() - interval '1 hour' WHERE device_id = $1", [
    badge.id,
  ]);
  await report();
  expect(await stored()).toEqual([]);
  expect((await person()).body.data).toMatchObject({ onDuty: false, sos: null, place: null });
  const lat = await report({ sos: true });
  const next = await report();
  expect((await stored()).map((one) => [Number(one.lat.toFixed(6)), one.flags])).toEqual([
    [lat, 8],
    [next, 8],
  ]);
  expect((await person()).body.data).toMatchObject({
    onDuty: false,
    sos: { since: expect.any(String) },
    place: { at: expect.any(String) },
  });
  await report({ sos: false });
  await report();
  expect(await stored()).toHaveLength(2);
});

test('a withdrawn consent deletes the trail, but not what a call for help has kept', async () => {
  await assign(wearerId, always);
  await consent();
  await app.kit.pool.query("UPDATE tracking_consent SET given_at = now() - interval '1 hour' WHERE device_id = $1", [
    badge.id,
  ]);
  await report();
  await app.kit.pool.query('UPDATE tracked_person SET schedule_id = $1 WHERE device_id = $2', [never, badge.id]);
  await report({ sos: true });
  await report({ sos: false });
  expect(await stored()).toHaveLength(2);
  expect((await withdraw()).status).toBe(204);
  expect((await stored()).map(({ flags }) => flags)).toEqual([8]);
  expect((await trail()).body.code).toBe('03040403');
});

test('the trail of one wearer is never that of the next', async () => {
  const adminId = (await admin.call('GET', '/session')).body.data.user.id;
  await assign(wearerId, always);
  await consent();
  await app.kit.pool.query("UPDATE tracking_consent SET given_at = now() - interval '1 hour' WHERE device_id = $1", [
    badge.id,
  ]);
  await report();
  expect(await stored()).toHaveLength(1);
  expect((await assign(adminId, always)).body.data).toMatchObject({ person: { id: adminId }, consent: null });
  expect(await stored()).toEqual([]);
  const mail = await app.kit.pool.query("SELECT subject FROM mail_outbox WHERE recipient = 'operator@rasid.test'");
  expect(mail.rows.some(({ subject }) => subject.includes('tracker') || subject.includes('التتبّع'))).toBe(true);
});

test('every view of the trail, the trips, the file and the latest place, and each test of a rule on them, is in the log of that person', async () => {
  await assign(wearerId, always);
  await consent();
  await app.kit.pool.query("UPDATE tracking_consent SET given_at = now() - interval '1 hour' WHERE device_id = $1", [
    badge.id,
  ]);
  await report();
  await trail();
  await trail();
  await admin.call('GET', `/metrowatch/device/${badge.id}/trip?${period()}`);
  await admin.call('GET', `/metrowatch/device/${badge.id}/position/file?${period()}&format=csv`);
  expect((await testRule()).body.data.count).toBe(0);
  const onMap = (await admin.call('GET', '/metrowatch/device/map')).body.data.devices as { id: number }[];
  expect(onMap.some(({ id }) => id === badge.id)).toBe(true);
  const own = (await wearer.call('GET', '/own-tracking/look?limit=20')).body.data as {
    kind: string;
    looks: number;
    viewer: { name: string };
    from: string | null;
  }[];
  expect(own.map(({ kind, looks }) => `${kind} ${looks}`).sort()).toEqual(['file 1', 'place 1', 'trail 2', 'trips 2']);
  expect(new Set(own.map(({ viewer }) => viewer.name))).toEqual(new Set(['Mariam Al Suwaidi']));
  expect(own.find(({ kind }) => kind === 'trail')?.from).not.toBeNull();
  const shown = await admin.call('GET', `/metrowatch/device/${badge.id}/person/look`);
  expect(shown.body.totalRecords).toBe(4);
});

test('places of people are hidden without the permission: the trail, the trips, the file, and on the map', async () => {
  await assign(wearerId, always);
  await consent();
  await app.kit.pool.query("UPDATE tracking_consent SET given_at = now() - interval '1 hour' WHERE device_id = $1", [
    badge.id,
  ]);
  await report();
  for (const path of [`position?${period()}`, `trip?${period()}`, `position/file?${period()}&format=csv`, 'person'])
    expect((await wearer.call('GET', `/metrowatch/device/${badge.id}/${path}`)).status, path).toBe(403);
  const map = (await wearer.call('GET', '/metrowatch/device/map')).body.data.devices as { id: number }[];
  expect(map.some(({ id }) => id === badge.id)).toBe(false);
  expect((await stranger.call('GET', `/metrowatch/device/${badge.id}/person`)).status).toBe(404);
});

test('a provider sees where people are only if its contract names that, and neither the platform nor a session as the owner does', async () => {
  await assign(wearerId, always);
  await consent();
  await app.kit.pool.query("UPDATE tracking_consent SET given_at = now() - interval '1 hour' WHERE device_id = $1", [
    badge.id,
  ]);
  await report();
  const paths = [`position?${period()}`, `trip?${period()}`, `position/file?${period()}&format=csv`, 'person'];
  const answers = (who: TestPerson) =>
    Promise.all(paths.map(async (path) => (await who.call('GET', `/metrowatch/device/${badge.id}/${path}`)).status));
  const isOnMap = async (who: TestPerson) =>
    ((await who.call('GET', '/metrowatch/device/map')).body.data.devices as { id: number }[]).some(
      ({ id }) => id === badge.id,
    );
  const platform = await app.signIn('super@rasid.test');
  const unrestricted = await providerOf(app, admin, null);
  const opened = await unrestricted.call('POST', '/user/login-as-company-owner', {
    body: { companyId: (await admin.call('GET', '/session')).body.data.company.id },
  });
  const asOwner = personOn(app.http, opened.body.data.token);
  for (const who of [unrestricted, platform, asOwner]) {
    expect(await answers(who)).toEqual([403, 403, 403, 403]);
    expect(await isOnMap(who)).toBe(false);
  }
  const named = await providerOf(app, admin, ['metrowatch.device.read', 'metrowatch.personal.read']);
  expect(await answers(named)).toEqual([200, 200, 200, 200]);
  expect(await isOnMap(named)).toBe(true);
  await providerOf(app, admin, null);
});

test('rules forget the places of a person when these are deleted', async () => {
  const consentBefore = () =>
    app.kit.pool.query("UPDATE tracking_consent SET given_at = now() - interval '1 hour' WHERE device_id = $1", [
      badge.id,
    ]);
  const shape = { kind: 'circle', center: marina, radius: 500 };
  const fence = (await admin.call('POST', '/geofence', { body: { name: 'Rounds', description: '', shape } })).body.data;
  const levels = [
    { severity: 'ok', condition: { place: 'inside', geofenceId: fence.id }, trigger: { type: 'simple' } },
  ];
  const rule = { name: 'In the rounds', kind: 'custom', names: { en: 'In', ar: 'داخل' }, deviceId: badge.id, levels };
  expect((await admin.call('POST', '/metrowatch/rule', { body: rule })).status).toBe(201);
  const active = async () =>
    (
      await app.kit.pool.query(
        "SELECT count(*)::integer AS n FROM alarm WHERE device_id = $1 AND kind LIKE 'custom%' AND condition = 'active'",
        [badge.id],
      )
    ).rows[0].n as number;
  await assign(wearerId, always);
  await consent();
  await consentBefore();
  await report();
  await eventually(active, (n) => n === 1);
  await withdraw();
  await consent();
  await consentBefore();
  await report({}, { lat: marina.lat + 1, lng: marina.lng });
  await eventually(active, (n) => n === 0);
});

test('a call for help escalates at once: the first step is taken immediately, and the next one after its usual delay', async () => {
  const step = (afterMinutes: number) => ({ afterMinutes, users: [wearerId], groups: [], methods: ['email'] });
  const body = {
    ...{
      name: 'Control room',
      resources: ['*'],
      users: [wearerId],
      notifications: { operational: { email: ['sos'] } },
    },
    escalation: [step(15), step(45)],
  };
  const made = await admin.call('POST', '/metrowatch/notifications-group', { body });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  await app.kit.pool.query("UPDATE alarm SET disposition = 'terminated', closed_at = now() WHERE device_id = $1", [
    badge.id,
  ]);
  await report({ sos: true });
  const takenSteps = async () =>
    (
      await app.kit.pool.query(
        "SELECT n.step FROM alarm_notification n JOIN alarm a ON a.id = n.alarm_id WHERE a.device_id = $1 AND a.closed_at IS NULL AND n.cause = 'escalation'",
        [badge.id],
      )
    ).rows.map(({ step }) => step as number);
  expect(await eventually(takenSteps, (steps) => steps.length > 0)).toEqual([1]);
  const { sos } = (await person()).body.data;
  expect(sos).toMatchObject({ alarmId: expect.any(Number), acknowledged: false });
  const minutes = (Date.parse(sos.escalatesAt) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(28);
  expect(minutes).toBeLessThan(31);
  await report({ sos: false });
});

test('only the wearer can consent, and only to the current text', async () => {
  await assign(wearerId, always);
  expect((await consent(admin)).status).toBe(404);
  expect((await consent(stranger)).status).toBe(404);
  const wrong = await consent(wearer, 2);
  expect([wrong.status, wrong.body.errors[0].param]).toEqual([418, 'textVersion']);
  const own = (await consent()).body.data as { device: { id: number } }[];
  expect(own.find(({ device }) => device.id === badge.id)).toMatchObject({ consent: { textVersion: 1 }, onDuty: true });
});

test('a person and a schedule of another company cannot be assigned, nor a schedule of a duty be deleted', async () => {
  const strangerId = (await stranger.call('GET', '/session')).body.data.user.id;
  expect((await assign(strangerId, always)).body.errors).toMatchObject([{ param: 'userId' }]);
  const foreign = (await stranger.call('GET', '/schedule?limit=1')).body.data[0].id;
  expect((await assign(wearerId, foreign)).body.errors).toMatchObject([{ param: 'scheduleId' }]);
  await assign(wearerId, always);
  expect((await admin.call('GET', '/schedule/use')).body.data).toContainEqual({
    scheduleId: always,
    by: 'people',
    count: 1,
  });
  expect((await stranger.call('GET', '/schedule/use')).body.data).not.toContainEqual(
    expect.objectContaining({ scheduleId: always }),
  );
  const removed = await admin.call('DELETE', `/schedule/${always}`);
  expect([removed.status, removed.body.code]).toEqual([409, '01110409']);
});

test('positions of people are deleted after 30 days, and a refused message is kept without its content', async () => {
  await app.kit.pool.query(
    `INSERT INTO device_position (device_id, time, lat, lng, source) SELECT $1, now() - d * interval '1 day', 25, 55, 0 FROM unnest('{29,31}'::integer[]) d`,
    [badge.id],
  );
  await deletePositionsOfPeople(app.kit);
  expect(await stored()).toHaveLength(1);
  await badge.publish({ values: { unheardOf: 1 }, position: marina });
  const letter = async () =>
    (
      await app.kit.pool.query('SELECT octet_length(payload) AS bytes FROM dead_letter WHERE device_id = $1', [
        badge.id,
      ])
    ).rows[0]?.bytes;
  expect(await eventually(letter, (bytes) => bytes !== undefined)).toBe(0);
});

test('data of a person from a connector is stored under the same conditions as data from the device itself', async () => {
  await assign(wearerId, always);
  const made = await admin.call('POST', '/connector', {
    body: { kind: 'http', name: 'Badges', pointers: { lat: '/lat', lng: '/lng' } },
  });
  expect(made.status).toBe(201);
  const { id, key, secret } = made.body.data;
  const serial = (await admin.call('GET', `/metrowatch/device/${badge.id}`)).body.data.serial;
  const sent = await app.anonymous.call('POST', `/v1/connect/${key}`, {
    body: { id: serial, lat: 25.123456, lng: 55.654321, battery: 50, mood: 'calm' },
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(sent.body.data).toMatchObject({ accepted: 1 });
  expect(await stored()).toEqual([]);
  const messages = (await admin.call('GET', `/connector/${id}/message`)).body.data;
  expect(messages).toMatchObject([{ device: { id: badge.id }, outcome: 'accepted', body: '' }]);
  expect((await admin.call('GET', `/connector/${id}`)).body.data.unusedKeys).toEqual([]);
});
