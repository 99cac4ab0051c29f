import { afterAll, beforeAll, expect, test } from 'vitest';
import { behaviorsOf } from '#core/device-app/server/api.ts';
import { dailyValue } from '#core/telemetry/server/api.ts';
import { testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import { chilledState } from '../common/derived/chilled-water.ts';
import { hardware, solutions } from '../common/sensors.ts';
import { demo } from './demo.ts';

let app: Rasid;
let customer: TestPerson;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

const read = async (path: string, person = customer) => (await person.call('GET', path)).body.data;
const device = (solution: number) => testDevice(app, customer, `solutionId=${solution}`, '/swam');

test('the demo has devices of every solution and of every model', async () => {
  const counts: { id: number; devices: number }[] = await read('/swam/user-solutions');
  expect(counts.filter(({ devices }) => devices > 0).map(({ id }) => id)).toEqual(solutions.map(({ id }) => id));
  const models = await app.kit.pool.query(
    "SELECT DISTINCT hardware_id AS id FROM device WHERE app = 'swam' ORDER BY 1",
  );
  expect(models.rows).toEqual(hardware.map(({ id }) => ({ id })).sort((a, b) => a.id - b.id));
});

test('every sensor of every model has a name in both languages and a behavior in the demo', () => {
  for (const { id, sensors } of hardware)
    for (const key of sensors) {
      expect(behaviorsOf(demo, id)[key], `${id} ${key}`).toBeDefined();
      for (const locale of ['en', 'ar'] as const)
        expect(
          textOf({ id: 'swam' }, locale, `sensors.${key}`) ?? textOf({ id: 'devices' }, locale, `sensors.${key}`),
          `${locale} ${key}`,
        ).toBeDefined();
    }
});

test('the virtual chiller cools what its flow and temperatures mean, at any hour', () => {
  const at = (key: string, hour: number) => {
    const behavior = behaviorsOf(demo, 901)[key];
    if (!behavior || !('typical' in behavior)) throw new Error(`${key} is no number`);
    return dailyValue({ mean: behavior.typical, swing: behavior.swing ?? 0 }, hour * 3_600_000);
  };
  for (let hour = 0; hour < 24; hour++)
    expect(
      chilledState({
        supply: at('supplyTemperature', hour),
        return: at('returnTemperature', hour),
        flow: at('chilledFlow', hour),
        power: at('coolingPower', hour),
      }).plausible,
      `at ${hour}:00`,
    ).toBe(true);
});

test('a control unit accepts the valve positions open and closed only', async () => {
  const [{ id }] = await read('/swam/device?solutionId=10&limit=1');
  const send = async (position: string) =>
    (
      await customer.call('POST', `/swam/control-unit/${id}/command`, {
        body: { method: 'valve', params: { position } },
      })
    ).status;
  expect([await send('open'), await send('closed'), await send('half')]).toEqual([200, 409, 418]);
});

test('a full tank, a leak and gas in the air raise their alarms with the first reading', async () => {
  const cases = [
    [2, { level: 3.2 }, 'level-high'],
    [3, { leak: true }, 'leak'],
    [6, { carbonMonoxide: 60 }, 'gas-detected'],
  ] as const;
  for (const [solution, values, kind] of cases) {
    const testedDevice = await device(solution);
    await testedDevice.publish(values);
    expect(await read(`/swam/alarm/operational?deviceId=${testedDevice.id}`)).toMatchObject([
      { kind, severity: 'problem' },
    ]);
    await testedDevice.end();
  }
});

test('water quality outside its limits raises an alarm with the third reading in half an hour', async () => {
  const testedDevice = await device(1);
  const kinds = async () =>
    (await read(`/swam/alarm/operational?deviceId=${testedDevice.id}`)).map(({ kind }: { kind: string }) => kind);
  for (const ph of [6.1, 6.2]) await testedDevice.publish({ ph });
  expect(await kinds()).toEqual([]);
  await testedDevice.publish({ ph: 6.3 });
  expect(await kinds()).toEqual(['water-quality']);
  await testedDevice.end();
});

test('the starter of every model makes a template, and the demo has devices that follow, differ and are outdated', async () => {
  const starters: { hardwareId: number; name: { en: string } }[] = await read('/swam/template/starter');
  expect(starters.map(({ hardwareId }) => hardwareId)).toEqual(hardware.map(({ id }) => id));
  for (const { name, ...starter } of starters) {
    const made = await customer.call('POST', '/swam/template', { body: { ...starter, name: `Starter ${name.en}` } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  }
  for (const state of ['in-sync', 'drifted', 'outdated'])
    expect((await read(`/swam/device?templateState=${state}&limit=1`)).length, state).toBe(1);
});
