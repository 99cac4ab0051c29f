import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import { type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';

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
