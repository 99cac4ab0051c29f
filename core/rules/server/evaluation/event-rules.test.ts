import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesChecked } from '#main/testing/test-alarms.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let button: TestDevice;
let presses = 0;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const changed = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90201, solution_id = 902 WHERE id = (
       SELECT min(id) FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token AND solution_id = 901) RETURNING id`,
    [company],
  );
  button = await testDevice(app, customer, `id=${changed.rows[0].id}`);
});
afterAll(async () => {
  await button.end();
  await app.close();
});

const press = (result: string, secondsAgo = 0, colour = 'red') =>
  button.publish(
    {
      id: `p${++presses}`,
      ts: Date.now() - secondsAgo * 1000,
      kind: 'press',
      data: { button: colour, result },
    },
    'v1/devices/me/event',
  );
const report = (attributes: object) => button.publish(attributes, 'v1/devices/me/attributes');
const alarmsOf = async (kind: string) =>
  (
    (await customer.call('GET', `/sample/alarm/operational?deviceId=${button.id}&sort[id]=desc`)).body.data as {
      kind: string;
      names: { en: string };
      condition: string;
      limit: object;
      count: number;
    }[]
  ).filter(({ names }) => names?.en === kind);
const untilConditions = (kind: string, conditions: string[]) =>
  eventually(
    async () => (await alarmsOf(kind)).map(({ condition }) => condition),
    (now) => now.join() === conditions.join(),
  );

const levelOf = (condition: object) => ({ severity: 'poor', condition, trigger: { type: 'simple' } });
const rule = (name: string, condition: object) => ({
  name,
  kind: 'custom',
  names: { en: name, ar: name },
  deviceId: button.id,
  levels: [levelOf(condition)],
  clear: { forSeconds: 0 },
});
/** Adds a rule, and resolves when the workers have read it. */
async function addRule(name: string, condition: object): Promise<number> {
  const { status, body } = await customer.call('POST', '/sample/rule', { body: rule(name, condition) });
  expect([status, body.errors]).toEqual([201, undefined]);
  await rulesChecked(app);
  return body.data.id;
}
const denied = (times: number, withinSeconds: number) => ({
  event: 'press',
  where: { result: ['denied'] },
  times,
  withinSeconds,
});

test('the third denied event within ten minutes raises an alarm that says how many there were', async () => {
  await addRule('wrong', denied(3, 600));
  await press('denied', 30);
  await press('granted', 25);
  await press('denied', 20);
  expect(await alarmsOf('wrong')).toEqual([]);
  await press('denied', 10);
  await untilConditions('wrong', ['active']);
  expect((await alarmsOf('wrong'))[0]?.limit).toEqual({ sensor: null, operator: 'event', value: 'press', times: 3 });
});

test('the alarm of an event ends when the event is no longer counted, without a message of the device', async () => {
  await addRule('brief', denied(1, 10));
  await press('denied', 8);
  await untilConditions('brief', ['active']);
  await untilConditions('brief', ['cleared']);
});

test('events before a restart of the worker are counted, and an event that is sent twice is counted once', async () => {
  await addRule('counted', { ...denied(2, 600), where: { result: ['denied'], button: ['green'] } });
  await press('denied', 20, 'green');
  presses--;
  await press('denied', 20, 'green');
  expect(await alarmsOf('counted')).toEqual([]);
  // The worker forgets its memory, as after a restart.
  app.kit.signals.send('rule-state.reset', { ids: [button.id] });
  await press('denied', 5, 'green');
  await untilConditions('counted', ['active']);
});

test('an event that arrives hours late is counted at its own time, not among those of today', async () => {
  await addRule('late', { ...denied(2, 600), where: { result: ['denied'], slot: [7] } });
  const at = (secondsAgo: number) =>
    button.publish(
      {
        id: `late${secondsAgo}`,
        ts: Date.now() - secondsAgo * 1000,
        kind: 'press',
        data: { button: 'red', result: 'denied', slot: 7 },
      },
      'v1/devices/me/event',
    );
  await at(7200);
  await at(5);
  expect(await alarmsOf('late')).toEqual([]);
  await at(4);
  await untilConditions('late', ['active']);
});

test('an event and a value are joined: the rule fires only while the pump runs', async () => {
  await addRule('joined', {
    all: [
      { event: 'restart', where: {}, times: 1, withinSeconds: 600 },
      { sensor: 'pump', is: '=', value: true },
    ],
  });
  const restart = () => button.publish({ id: `r${++presses}`, kind: 'restart', ts: Date.now() }, 'v1/devices/me/event');
  await button.publish({ pump: false });
  await restart();
  expect(await alarmsOf('joined')).toEqual([]);
  await button.publish({ pump: true });
  await untilConditions('joined', ['active']);
});

test('an attribute raises an alarm when it is reported and clears it when it is reported otherwise', async () => {
  await addRule('program', { attribute: 'program', is: '!=', value: 'day' });
  await addRule('boots', { attribute: 'bootCount', is: '>', value: 5, clearBand: 2 });
  await report({ program: 'night', bootCount: 6 });
  await untilConditions('program', ['active']);
  await untilConditions('boots', ['active']);
  expect((await alarmsOf('program'))[0]?.limit).toEqual({
    sensor: null,
    attribute: 'program',
    operator: '!=',
    value: 'day',
  });
  await report({ program: 'day', bootCount: 4 });
  await untilConditions('program', ['cleared']);
  await rulesChecked(app);
  await untilConditions('boots', ['active']);
  await report({ bootCount: 3 });
  await untilConditions('boots', ['cleared']);
});

test('rules about unknown events, fields, values or attributes are refused under their level', async () => {
  const refusal = async (condition: object) => {
    const { status, body } = await customer.call('POST', '/sample/rule', { body: rule('bad', condition) });
    return [status, ...(body.errors ?? []).map(({ param, msg }: { param: string; msg: string }) => `${param} ${msg}`)];
  };
  const at = 'levels.0.condition';
  expect(await refusal({ ...denied(1, 60), event: 'explosion' })).toEqual([418, `${at} unknown-event`]);
  expect(await refusal({ ...denied(1, 60), where: { colour: ['red'] } })).toEqual([418, `${at} invalid`]);
  expect(await refusal({ ...denied(1, 60), where: { result: ['maybe'] } })).toEqual([418, `${at} invalid`]);
  expect((await refusal(denied(0, 60)))[0]).toBe(418);
  expect(await refusal({ attribute: 'colour', is: '=', value: 'red' })).toEqual([418, `${at} unknown-attribute`]);
  expect(await refusal({ attribute: 'program', is: '>', value: 'day' })).toEqual([418, `${at} invalid`]);
  expect(await refusal({ attribute: 'bootCount', is: '>', value: 'many' })).toEqual([418, `${at} invalid`]);
});

test('a rule about events is tested on the past of the device', async () => {
  const { status, body } = await customer.call('POST', '/sample/rule/test', {
    body: {
      deviceId: button.id,
      levels: [levelOf(denied(3, 600))],
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date().toISOString(),
    },
  });
  expect([status, body.data.count]).toEqual([200, 1]);
  expect(Date.parse(body.data.alarms[0].from)).toBeLessThan(Date.now() - 5000);
});
