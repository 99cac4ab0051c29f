import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import { DeviceDirectory, sensorRegistry } from '#core/devices/server/api.ts';
import type { TelemetryBatch } from '#core/telemetry/server/api.ts';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { RuleCache } from '../definitions/rule-cache.ts';
import { Evaluator } from './evaluator.ts';

let app: Rasid;
let customer: TestPerson;
let tank: TestDevice;
beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  tank = await testDevice(app, customer, 'solutionId=901');
});
afterAll(async () => {
  await tank.end();
  await app.close();
});

const condition = async (): Promise<string | undefined> => {
  const alarms = await customer.call('GET', `/sample/alarm/operational?deviceId=${tank.id}&kind=level-high`);
  return alarms.body.data[0]?.condition;
};

test('a worker clears an alarm that another one has raised, although it did not hear of it', async () => {
  await app.kit.signals.reconcile();
  await tank.publish({ level: 1 });
  const { rows } = await app.kit.pool.query("SELECT id FROM alarm_rule WHERE kind = 'level-high' AND company_id = $1", [
    (await customer.call('GET', '/session')).body.data.company.id,
  ]);
  const send = vi.spyOn(app.kit.signals, 'send').mockImplementation(() => undefined);
  await emittingAsSystem(app.kit, app.kit.db, (context) =>
    raiseAlarms(context, [{ deviceId: tank.id, kind: 'level-high', severity: 'problem', ruleId: rows[0].id }]),
  );
  send.mockRestore();
  await tank.publish({ level: 1.1 });
  expect(await condition()).toBe('active');
  await app.kit.signals.reconcile();
  await tank.publish({ level: 1.2 });
  expect(await condition()).toBe('cleared');
});

test('a message is evaluated although its device is forgotten while the states of others are read', async () => {
  const rules = new RuleCache(app.kit);
  await rules.refresh();
  const evaluator = new Evaluator(app.kit, rules);
  const directory = new DeviceDirectory(app.kit);
  const { data } = (await customer.call('GET', '/sample/device?limit=3&sort[id]=asc&solutionId=901')).body;
  const [known, other] = data.filter(({ id }: { id: number }) => id !== tank.id) as { id: number }[];
  if (!known || !other) throw new Error('the demo has three tanks');
  await directory.load([known.id, other.id]);
  const level = sensorRegistry(app.kit.apps).named('sample', 'level')?.id ?? 0;
  const now = Date.now();
  const batchOf = (...levels: [id: number, level: number][]): TelemetryBatch => ({
    messages: levels.map(([d, value], n) => ({ d, r: now, t: [now + n], s: [level], v: [value] })),
    positions: [],
    channels: [],
    events: [],
    connected: [],
    device: (id) => directory.peek(id),
  });
  await inSystem(app.kit.db, (tx) => evaluator.evaluate(tx, batchOf([known.id, 1])));
  await inSystem(app.kit.db, async (tx) => {
    const evaluating = evaluator.evaluate(tx, batchOf([known.id, 4], [other.id, 1]));
    evaluator.forget([known.id]);
    await evaluating;
  });
  evaluator.close();
  directory.close();
  const alarms = await customer.call('GET', `/sample/alarm/operational?deviceId=${known.id}&kind=level-high`);
  expect(alarms.body.data[0]?.condition).toBe('active');
});
