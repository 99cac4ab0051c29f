import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { app, customer, type TankAlarm } from '#main/testing/test-tank.ts';

export const alarmsOf = async (device: TestDevice): Promise<TankAlarm[]> =>
  (await customer.call('GET', `/sample/alarm/operational?deviceId=${device.id}`)).body.data;
export const kindsOf = async (device: TestDevice) => (await alarmsOf(device)).map(({ kind }) => kind);
export const timersOf = async (id: number) =>
  (await app.kit.pool.query('SELECT FROM alarm_timer WHERE device_id = $1', [id])).rowCount;
export const untilNoTimers = ({ id }: TestDevice) =>
  eventually(
    () => timersOf(id),
    (count) => count === 0,
  );

/** Adds a rule to a tank that no other test uses. Resolves when workers have read the rule. */
export async function tankWith(nth: number, kind: string, trigger: object, schedule: object | null = null) {
  const tank = await testDevice(app, customer, `solutionId=901&skip=${nth}`);
  await addRule(tank, kind, trigger, { schedule });
  await untilRulesRefreshed(tank);
  return tank;
}

/** Adds a rule of the device; its condition is a level above 2 unless stated. */
export const addRule = (
  tank: TestDevice,
  kind: string,
  trigger: object,
  {
    schedule = null,
    scheduleId = null,
    condition = { sensor: 'level', is: '>', value: 2 },
  }: { schedule?: object | null; scheduleId?: number | null; condition?: object },
) =>
  app.kit.pool.query(
    `INSERT INTO alarm_rule (company_id, app, class, kind, name, device_id, levels, schedule, schedule_id)
     SELECT company_id, app, 'operational', $2, $2, id, $3, $4, $5 FROM device WHERE id = $1`,
    [
      tank.id,
      kind,
      JSON.stringify([{ severity: 'poor', condition, trigger }]),
      schedule && JSON.stringify(schedule),
      scheduleId,
    ],
  );

/** Makes workers read the rules, and waits for the alarm of a probe rule. */
export async function untilRulesRefreshed(tank: TestDevice) {
  const probe = `custom-probe-${Math.random()}`;
  await addRule(tank, probe, { type: 'simple' }, { condition: { sensor: 'temperature', is: '>', value: 50 } });
  app.kit.signals.send('rules.changed', {});
  await eventually(
    async () => {
      await tank.publish({ temperature: 80 });
      return kindsOf(tank);
    },
    (kinds) => kinds.includes(probe),
  );
}
