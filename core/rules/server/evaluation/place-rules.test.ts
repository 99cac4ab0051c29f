import { expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import {
  active,
  addRule,
  alarms,
  app,
  circle,
  customer,
  fence,
  goTo,
  other,
  removeRule,
  tracker,
  trackerRule,
  untilActive,
  withTracker,
} from '#main/testing/test-tracker.ts';

withTracker();

test('a tracker that leaves its geofence raises an alarm that names it, and one that comes back clears it', async () => {
  const id = await fence('Yard');
  await goTo(0);
  const ruleId = await addRule('left', { place: 'leaves', geofenceId: id });
  expect(await active()).toEqual([]);
  await goTo(300);
  await goTo(400);
  const [alarm] = await eventually(alarms, (all) => all.length > 0);
  expect(alarm).toMatchObject({ condition: 'active', limit: { sensor: null, operator: 'leaves', value: 'Yard' } });
  await goTo(20);
  await untilActive([]);
  expect((await customer.call('DELETE', `/geofence/${id}`)).body).toMatchObject({ word: 'geofence-used-by-rules' });
  await removeRule(ruleId);
  expect((await customer.call('DELETE', `/geofence/${id}`)).status).toBe(204);
});

test('a tracker that was first seen in a geofence has not entered it, but is in it', async () => {
  const id = await fence('Depot');
  const entered = await addRule('entered', { place: 'enters', geofenceId: id });
  const stays = await addRule('stays', { place: 'inside', geofenceId: null });
  await untilActive(['custom']);
  expect((await alarms())[0]?.limit).toEqual({ sensor: null, operator: 'inside', value: 'Depot' });
  await removeRule(stays);
  await removeRule(entered);
  await untilActive([]);
  await customer.call('DELETE', `/geofence/${id}`);
});

test('a stay is raised when it has lasted, although no message comes', async () => {
  const id = await fence('Gate', circle(700));
  const ruleId = await addRule('stays', { place: 'inside', geofenceId: id }, { type: 'duration', seconds: 2 });
  await goTo(700);
  const timers = async () =>
    (await app.kit.pool.query('SELECT count(*)::integer AS n FROM alarm_timer WHERE rule_id = $1', [ruleId])).rows[0].n;
  await eventually(timers, (n) => n === 1);
  expect(await active()).toEqual([]);
  await untilActive(['custom']);
  await removeRule(ruleId);
  await customer.call('DELETE', `/geofence/${id}`);
});

test('a geofence that is drawn elsewhere clears the alarm of a stay', async () => {
  const id = await fence('Pier', circle(700));
  const ruleId = await addRule('stays', { place: 'inside', geofenceId: id });
  await untilActive(['custom']);
  await customer.call('PATCH', `/geofence/${id}`, { body: { shape: circle(50_000) } });
  await untilActive([]);
  await removeRule(ruleId);
  await customer.call('DELETE', `/geofence/${id}`);
});

test('a tracker that goes through a geofence between two positions has crossed it, until its next position', async () => {
  const id = await fence('Lane', circle(2000, 30));
  await goTo(1900);
  const ruleId = await addRule('crossed', { place: 'crosses', geofenceId: id });
  await goTo(1920);
  expect(await active()).toEqual([]);
  await goTo(2100);
  await untilActive(['custom']);
  expect((await alarms())[0]?.limit).toEqual({ sensor: null, operator: 'crosses', value: 'Lane' });
  await goTo(2120);
  await untilActive([]);
  await removeRule(ruleId);
  await customer.call('DELETE', `/geofence/${id}`);
});

test('a position with a higher speed than allowed raises an alarm, and one with a lower speed clears it', async () => {
  const ruleId = await addRule('fast', { position: 'faster', than: 120 });
  await goTo(2120, 120);
  expect(await active()).toEqual([]);
  await goTo(2120, 121);
  await untilActive(['custom']);
  expect((await alarms())[0]?.limit).toEqual({ sensor: null, operator: 'faster', value: 120 });
  await goTo(2120, 80);
  await untilActive([]);
  await removeRule(ruleId);
});

test('a tracker that is moved 200 metres away from its stop raises an alarm', async () => {
  await app.kit.pool.query('UPDATE device_place SET standing = NULL WHERE device_id = $1', [tracker.id]);
  app.kit.signals.send('tracks.reset', { ids: [tracker.id] });
  await goTo(2120);
  const ruleId = await addRule('taken', { position: 'away', than: 200 });
  await goTo(2310);
  expect(await active()).toEqual([]);
  await goTo(2330);
  await untilActive(['custom']);
  await goTo(2130);
  await untilActive([]);
  await removeRule(ruleId);
});

test('a tracker without a position for long raises an alarm, although it reports', async () => {
  const placedAgo = (minutes: number) =>
    app.kit.pool.query("UPDATE device_place SET time = now() - $2 * interval '1 minute' WHERE device_id = $1", [
      tracker.id,
      minutes,
    ]);
  await placedAgo(59);
  const first = await addRule('lost', { position: 'older', than: 3600 });
  await tracker.publish({ battery: 80 });
  expect(await active()).toEqual([]);
  await removeRule(first);
  await placedAgo(61);
  const second = await addRule('lost', { position: 'older', than: 3600 });
  await untilActive(['custom']);
  expect((await alarms())[0]?.limit).toEqual({ sensor: null, operator: 'older', value: 3600 });
  await goTo(2130);
  await untilActive([]);
  await removeRule(second);
});

test('limits of positions have a range', async () => {
  for (const condition of [
    { position: 'faster', than: 0 },
    { position: 'away', than: 49 },
    { position: 'older', than: 59 },
  ])
    expect((await customer.call('POST', '/sample/rule', { body: trackerRule('odd', condition) })).status).toBe(418);
});

test('a rule cannot name a geofence of another company', async () => {
  const foreign = await fence('Elsewhere', circle(), other);
  const body = trackerRule('foreign', { place: 'enters', geofenceId: foreign });
  const answer = await customer.call('POST', '/sample/rule', { body });
  expect([answer.status, answer.body.errors?.[0]?.param]).toEqual([418, 'levels.0.condition']);
});
