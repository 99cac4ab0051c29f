import { expect, test } from 'vitest';
import { rulesChecked } from '#main/testing/test-alarms.ts';
import {
  active,
  addRule,
  alarms,
  app,
  circle,
  customer,
  fence,
  forgetTracker,
  goTo,
  removeRule,
  replayed,
  trackerRule,
  untilActive,
  withTracker,
} from '#main/testing/test-tracker.ts';

withTracker();

const change = (id: number, body: object) => customer.call('PATCH', `/geofence/${id}`, { body });

test('a tracker that exceeds the limit of its geofence raises an alarm, which follows the limit', async () => {
  const port = await fence('Port', circle(0, 300), customer, { speedLimit: 40 });
  const condition = { limit: 'fence', over: 5 };
  const ruleId = await addRule('speeding', condition);
  await goTo(0, 45);
  expect(await active()).toEqual([]);
  await goTo(10, 46);
  await untilActive(['custom']);
  expect((await alarms())[0]?.limit).toEqual({ sensor: null, geofence: 'Port', operator: 'over-limit', value: 40 });
  forgetTracker();
  await goTo(20);
  expect(await active()).toEqual(['custom']);
  await goTo(30, 50);
  expect((await change(port, { speedLimit: 60 })).body.data.speedLimit).toBe(60);
  await untilActive([]);
  // The lowest limit applies where geofences overlap.
  const gate = await fence('Gate', circle(0, 100), customer, { speedLimit: 30 });
  await untilActive(['custom']);
  expect((await alarms())[0]?.limit).toMatchObject({ geofence: 'Gate', value: 30 });
  await goTo(600, 90);
  await goTo(700, 90);
  await untilActive([]);
  expect(await replayed(condition)).toHaveLength(1);
  await removeRule(ruleId);
  for (const id of [port, gate]) await customer.call('DELETE', `/geofence/${id}`);
});

test('another limit, or the same shape again, does not change where a tracker has been', async () => {
  const id = await fence('Depot', circle(700, 200));
  await goTo(700);
  const ruleId = await addRule('left', { place: 'leaves', geofenceId: id });
  await goTo(1000);
  await goTo(1100);
  await untilActive(['custom']);
  await change(id, { speedLimit: 20 });
  await change(id, { name: 'Depot 2', shape: circle(700, 200) });
  await rulesChecked(app);
  expect(await active()).toEqual(['custom']);
  await removeRule(ruleId);
});

test('a geofence needs no limit, and a limit has a range', async () => {
  const id = await fence('Plain');
  expect((await customer.call('GET', `/geofence/${id}`)).body.data.speedLimit).toBeNull();
  for (const speedLimit of [0, 1001, 40.5])
    expect((await change(id, { speedLimit })).body.errors?.[0]?.param, `${speedLimit}`).toBe('speedLimit');
  for (const over of [-1, 201]) {
    const body = trackerRule('odd', { limit: 'fence', over });
    expect((await customer.call('POST', '/sample/rule', { body })).status, `${over}`).toBe(418);
  }
});
