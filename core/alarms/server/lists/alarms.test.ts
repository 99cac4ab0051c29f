import { describe, expect, test } from 'vitest';
import { eventually, testDevice } from '#main/testing/test-device.ts';
import {
  app,
  customer,
  history,
  live,
  raiseTankAlarm,
  type TankAlarm,
  tank,
  withTank,
} from '#main/testing/test-tank.ts';

withTank();

describe('raising alarms', () => {
  test('an alarm is in the list when the message is acknowledged', async () => {
    expect(await raiseTankAlarm()).toMatchObject({
      kind: 'level-high',
      severity: 'problem',
      condition: 'active',
      acknowledged: false,
      disposition: 'open',
      count: 1,
      sensor: 'level',
      value: 3.4,
    });
  });

  test('a second hit increases the count and time of the alarm instead of raising another one', async () => {
    const { id } = await raiseTankAlarm();
    await tank.publish({ level: 3.6 });
    const alarms = await live();
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toMatchObject({ id, count: 2, value: 3.6 });
  });

  test('a repeated message does not count as a second hit', async () => {
    await raiseTankAlarm();
    const message = { ts: Date.now(), values: { level: 3.7 } };
    await tank.publish(message);
    await tank.publish(message);
    expect((await live())[0]?.count).toBe(2);
  });

  test('an operational alarm stays open when its condition clears', async () => {
    await raiseTankAlarm();
    await tank.publish({ level: 2 });
    expect((await live())[0]).toMatchObject({ condition: 'cleared', disposition: 'open' });
  });

  test('a status alarm is terminated when its condition clears', async () => {
    await tank.publish({ battery: 12 });
    expect(await live('status')).toMatchObject([{ kind: 'battery-low', severity: 'poor', condition: 'active' }]);
    await tank.publish({ battery: 23 });
    expect(await live('status')).toHaveLength(1);
    await tank.publish({ battery: 90 });
    expect(await live('status')).toEqual([]);
    expect((await history('status'))[0]).toMatchObject({
      kind: 'battery-low',
      condition: 'cleared',
      disposition: 'terminated',
    });
  });

  test('a device without messages for three intervals is offline until its next message', async () => {
    await tank.publish({ level: 1 });
    await app.kit.pool.query(
      "UPDATE device_state SET silent_until = now() - interval '1 second' WHERE device_id = $1",
      [tank.id],
    );
    const alarms = await eventually(
      () => live('status'),
      (found) => found.some((alarm) => alarm.kind === 'offline'),
    );
    expect(alarms.find((alarm) => alarm.kind === 'offline')).toMatchObject({ severity: 'poor' });
    expect((await customer.call('GET', `/sample/device/${tank.id}`)).body.data.connection).toBe('offline');
    await eventually(
      async () => {
        await tank.publish({ level: 1.1 });
        return live('status');
      },
      (alarms) => alarms.length === 0,
    );
  });

  test('a device that is offline has an alarm of the severity that its app declares for its solution', async () => {
    const air = await testDevice(app, customer, 'solutionId=904');
    await air.publish({ co2: 500 });
    await app.kit.pool.query(
      "UPDATE device_state SET silent_until = now() - interval '1 second' WHERE device_id = $1",
      [air.id],
    );
    const alarms = await eventually(
      async () => (await customer.call('GET', `/sample/alarm/status?deviceId=${air.id}`)).body.data as TankAlarm[],
      (found) => found.some((alarm) => alarm.kind === 'offline'),
    );
    expect(alarms).toMatchObject([{ severity: 'problem' }]);
    await air.end();
  });

  test('a duration rule raises its alarm when its timer in the database is due', async () => {
    const riser = await testDevice(app, customer, 'solutionId=903');
    await riser.publish({ flow: 90 });
    const timer = await app.kit.pool.query('SELECT due_at - since AS wait FROM alarm_timer WHERE device_id = $1', [
      riser.id,
    ]);
    expect(timer.rows[0].wait).toMatchObject({ minutes: 2 });
    await app.kit.pool.query("UPDATE alarm_timer SET due_at = now() - interval '1 second' WHERE device_id = $1", [
      riser.id,
    ]);
    await eventually(
      async () =>
        (await customer.call('GET', `/sample/alarm/operational?deviceId=${riser.id}`)).body.data as TankAlarm[],
      (alarms) => alarms[0]?.kind === 'flow-high',
    );
    await riser.publish({ flow: 20 });
    expect((await customer.call('GET', `/sample/alarm/operational?deviceId=${riser.id}`)).body.data[0].condition).toBe(
      'cleared',
    );
    await riser.end();
  });

  test('a no-data rule raises an alarm for a device without messages for its duration', async () => {
    await app.kit.pool.query(
      `INSERT INTO alarm_rule (company_id, app, class, kind, name, device_id, levels) SELECT company_id, app, 'operational', 'no-reading', 'No reading', id,
         '[{"severity":"poor","condition":{"noDataFrom":null,"seconds":30},"trigger":{"type":"simple"}}]' FROM device WHERE id = $1`,
      [tank.id],
    );
    await app.kit.pool.query(
      "UPDATE device_state SET last_message_at = now() - interval '40 seconds' WHERE device_id = $1",
      [tank.id],
    );
    const alarms = await eventually(
      () => live(),
      (all) => all.some((alarm) => alarm.kind === 'no-reading'),
    ).catch(() => live());
    expect(alarms.map((alarm) => alarm.kind)).toContain('no-reading');
    await tank.publish({ temperature: 20 });
    expect((await live()).find((alarm) => alarm.kind === 'no-reading')?.condition).toBe('cleared');
  });
});
