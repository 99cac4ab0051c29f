import { expect, test } from 'vitest';
import {
  active,
  addRule,
  alarms,
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

test('a tracker that is slower than its limit raises an alarm, which only a known higher speed clears', async () => {
  const condition = { position: 'slower', than: 20 };
  const ruleId = await addRule('slow', condition);
  await goTo(0, 20);
  expect(await active()).toEqual([]);
  await goTo(10, 19.5);
  await untilActive(['custom']);
  expect((await alarms())[0]?.limit).toEqual({ sensor: null, operator: 'slower', value: 20 });
  forgetTracker();
  await goTo(20);
  expect(await active()).toEqual(['custom']);
  await goTo(30, 25);
  await untilActive([]);
  expect(await replayed(condition)).toHaveLength(1);
  await removeRule(ruleId);
});

test('a limit for slowness is above zero', async () => {
  for (const [than, status] of [
    [0, 418],
    [0.5, 201],
    [1001, 418],
  ]) {
    const made = await customer.call('POST', '/sample/rule', {
      body: trackerRule('odd', { position: 'slower', than }),
    });
    expect(made.status, `${than}`).toBe(status);
    if (made.status === 201) await removeRule(made.body.data.id);
  }
});

test('a tracker that was never in its geofence is outside of it, until it enters', async () => {
  const id = await fence('Depot', circle(1000));
  const condition = { place: 'outside', geofenceId: id };
  const ruleId = await addRule('outside', condition);
  await untilActive(['custom']);
  expect((await alarms())[0]?.limit).toEqual({ sensor: null, operator: 'outside', value: 'Depot' });
  forgetTracker();
  await goTo(500);
  expect(await active()).toEqual(['custom']);
  await goTo(1000);
  await untilActive([]);
  forgetTracker();
  await goTo(1010);
  await goTo(800);
  await goTo(700);
  await untilActive(['custom']);
  // Each change of the condition is one alarm; the first ends with the entry.
  expect(await replayed(condition)).toHaveLength(2);
  expect((await customer.call('DELETE', `/geofence/${id}`)).body.word).toBe('geofence-used-by-rules');
  await removeRule(ruleId);
  await untilActive([]);
  await customer.call('DELETE', `/geofence/${id}`);
});

test('a tracker is outside of all geofences once the one around it is deleted', async () => {
  const id = await fence('Camp', circle(700, 300));
  const ruleId = await addRule('outside', { place: 'outside', geofenceId: null });
  await goTo(700);
  expect(await active()).toEqual([]);
  await customer.call('DELETE', `/geofence/${id}`);
  await untilActive(['custom']);
  expect((await alarms())[0]?.limit).toEqual({ sensor: null, operator: 'outside', value: '' });
  await fence('Camp', circle(700, 300));
  await untilActive([]);
  await removeRule(ruleId);
});
