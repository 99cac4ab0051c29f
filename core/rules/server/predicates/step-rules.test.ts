import { expect, test } from 'vitest';
import { rulesChecked } from '#main/testing/test-alarms.ts';
import { eventually } from '#main/testing/test-device.ts';
import { app, customer, type TankAlarm, tank, withTank } from '#main/testing/test-tank.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';

withTank();

const start = Date.now() - 20 * hourMs;
const at = (hour: number) => new Date(start + hour * hourMs).toISOString();
const condition = { step: 'level', by: -15, onlyWhile: { sensor: 'leak', is: false } };
const levels = (changes: object = {}) => [{ severity: 'poor', condition, trigger: { type: 'simple' }, ...changes }];
const post = (changes: object = {}) =>
  customer.call('POST', '/sample/rule', {
    body: {
      name: 'Siphoned',
      kind: 'custom',
      names: { en: 'Siphoned', ar: 'سحب' },
      deviceId: tank.id,
      levels: levels(changes),
    },
  });
const forgetTank = () => app.kit.signals.send('rule-state.reset', { ids: [tank.id] });
const stepAlarms = async () =>
  (
    (await customer.call('GET', `/sample/alarm/operational?deviceId=${tank.id}`)).body.data as (TankAlarm & {
      limit: object;
      value: number;
    })[]
  ).filter(({ kind }) => kind.startsWith('custom'));
const conditions = async () => (await stepAlarms()).map((alarm) => alarm.condition);
const until = (expected: string[]) => eventually(conditions, (now) => now.join() === expected.join());
const send = (hour: number, values: object) => tank.publish({ ts: start + hour * hourMs, values });

test('a fall between two hourly readings raises one alarm, and a fall over a drive does not', async () => {
  expect((await post()).status).toBe(201);
  await rulesChecked(app);
  for (const hour of [0, 1, 2]) await send(hour, { level: 25, leak: false });
  expect(await conditions()).toEqual([]);
  await send(3, { level: 5, leak: false });
  await until(['active']);
  expect((await stepAlarms())[0]).toMatchObject({
    count: 1,
    value: 5,
    limit: { sensor: 'level', operator: 'step', value: -15 },
  });
  await send(4, { level: 5 });
  await until(['cleared']);
  // It is filled, drives and stands again: what is gone was used.
  await send(5, { level: 29 });
  await send(5.2, { leak: true });
  await send(5.8, { leak: false });
  await send(6, { level: 5 });
  await send(7, { level: 29 });
  expect(await conditions()).toEqual(['cleared']);
  // The worker is restarted between the two readings, and has to read what was reported since.
  await send(7.5, { leak: false });
  forgetTank();
  await send(8, { level: 5 });
  await until(['active']);
  forgetTank();
  await send(9, { level: 5 });
  await until(['cleared']);
  const body = { deviceId: tank.id, levels: levels(), from: at(-1), to: at(10) };
  const tested = await customer.call('POST', '/sample/rule/test', { body });
  expect(tested.body.data.alarms.map(({ from, to }: { from: string; to: string }) => [from, to])).toEqual([
    [at(3), at(4)],
    [at(8), at(9)],
  ]);
});

test('a step is of numbers, and does not last', async () => {
  const faults = async (changes: object) => {
    const { status, body } = await post(changes);
    return [status, body.errors?.[0]?.param, body.errors?.[0]?.msg];
  };
  const refused = [418, 'levels.0.condition'];
  expect(await faults({ condition: { step: 'leak', by: 1 } })).toEqual([...refused, 'invalid']);
  expect(await faults({ condition: { step: 'level', by: 0 } })).toEqual([418, 'levels.0.condition.by', 'outOfRange']);
  const only = (sensor: string, is: unknown) => ({ condition: { step: 'level', by: 1, onlyWhile: { sensor, is } } });
  expect(await faults(only('leak', 1))).toEqual([...refused, 'invalid']);
  expect(await faults(only('none', true))).toEqual([...refused, 'unknown-sensor']);
  const trigger = { type: 'duration', seconds: 60 };
  expect(await faults({ trigger })).toEqual([418, 'levels.0.trigger', 'stepHasNoDuration']);
  const high = { sensor: 'level', is: '>', value: 20 };
  expect((await post({ trigger, condition: { all: [high, condition] } })).status).toBe(418);
  expect((await post({ trigger, condition: { any: [high, condition] } })).status).toBe(201);
});
