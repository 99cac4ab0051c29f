import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesChecked } from '#main/testing/test-alarms.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';

let app: Rasid;
let admin: TestPerson;
let company: number;
let wearer: number;
let badge: TestDevice;
let schedule: number;

beforeAll(async () => {
  app = await rasid({ start: true });
  admin = await app.signIn('customer@rasid.test');
  company = (await admin.call('GET', '/session')).body.data.company.id;
  wearer = (await (await app.signIn('operator@rasid.test')).call('GET', '/session')).body.data.user.id;
  badge = await testDevice(app, admin, 'solutionId=16', '/metrowatch');
  const week = weekdays.map((day) => ({ name: day, periods: [] }));
  const body = { name: 'Shift', timeZone: 'Asia/Dubai', week, seasons: [], holidays: [] };
  schedule = (await admin.call('POST', '/schedule', { body })).body.data.id;
  await app.kit.pool.query('DELETE FROM tracked_person WHERE device_id = $1', [badge.id]);
});
afterAll(async () => {
  await badge.end();
  await app.close();
});

const condition = { person: 'unknown' };
const levels = [{ severity: 'poor', condition, trigger: { type: 'simple' } }];
const addRule = async () => {
  const made = await admin.call('POST', '/metrowatch/rule', {
    body: { name: 'Nobody', kind: 'custom', names: { en: 'Nobody', ar: 'لا أحد' }, deviceId: badge.id, levels },
  });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  await rulesChecked(app);
};
type Alarm = { kind: string; condition: string; limit: object };
const alarms = async () =>
  (
    (await admin.call('GET', `/metrowatch/alarm/operational?deviceId=${badge.id}&sort[id]=desc`)).body.data as Alarm[]
  ).filter(({ kind }) => kind.startsWith('custom'));
const until = (condition: string) => eventually(alarms, ([newest]) => newest?.condition === condition);
const assign = (userId: number) =>
  admin.call('PUT', `/metrowatch/device/${badge.id}/person`, { body: { userId, scheduleId: schedule } });
/** The worker reads the state of the device again with its next message, as after a restart. */
const forget = () => app.kit.signals.send('rule-state.reset', { ids: [badge.id] });

test('a tracker that nobody is known to wear raises one alarm, until somebody is assigned to it', async () => {
  await addRule();
  const [raised] = await until('active');
  expect(raised?.limit).toEqual({ sensor: null, operator: 'no-person', value: true });
  forget();
  for (const battery of [80, 79]) await badge.publish({ battery });
  expect((await alarms()).map(({ condition }) => condition)).toEqual(['active']);
  expect((await assign(wearer)).status).toBe(200);
  await until('cleared');
  forget();
  await badge.publish({ battery: 78 });
  expect((await alarms())[0]?.condition).toBe('cleared');
});

test('a tracker whose wearer leaves the company has no known person', async () => {
  await app.kit.pool.query("UPDATE alarm SET disposition = 'terminated', closed_at = now() WHERE device_id = $1", [
    badge.id,
  ]);
  expect(await alarms()).toEqual([]);
  expect((await admin.call('DELETE', `/company/${company}/user/${wearer}`)).status).toBe(204);
  await until('active');
});

test('a test on the past does not know who wore a tracker', async () => {
  const tested = await admin.call('POST', '/metrowatch/rule/test', {
    body: {
      deviceId: badge.id,
      levels: [{ ...levels[0], condition: { any: [condition, { sensor: 'battery', is: '<', value: 1 }] } }],
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date().toISOString(),
    },
  });
  expect([tested.status, tested.body.data?.count]).toEqual([200, 0]);
});

test('an app whose devices track no people has no such rule', async () => {
  const body = { name: 'Nobody', kind: 'custom', names: { en: 'Nobody', ar: '' }, levels };
  const refused = await admin.call('POST', '/sample/rule', { body });
  expect([refused.status, refused.body.errors?.[0]?.msg]).toEqual([418, 'unknown-person']);
});
