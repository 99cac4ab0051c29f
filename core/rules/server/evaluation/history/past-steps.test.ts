import { expect, test } from 'vitest';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import type { WatchedStep } from '../../predicates/compiled-condition.ts';
import { DeviceValues, emptyRuleState } from '../device-values.ts';

const [fuel, ignition] = [9001, 9002];
/** By the clock of the server all values are of the past. */
const lastHour = 100;
const alone: WatchedStep = { sensor: fuel, only: null };
const parked: WatchedStep = { sensor: fuel, only: { sensor: ignition, is: 0 } };

/** A device that reports every minute, with what is stored of it. */
function deviceWith(watched: WatchedStep, stored: [sensor: number, hour: number, value: number][] = []) {
  const values = new DeviceValues(
    {
      ...emptyRuleState(),
      values: new Map(stored.map(([sensor, , value]) => [sensor, value])),
      times: new Map(stored.map(([sensor, hour]) => [sensor, hour * hourMs])),
    },
    [],
    [watched],
  );
  values.setReportInterval(60);
  return {
    values,
    /** Sends values of an hour, and returns the step that they show. */
    send(hour: number, ...sent: [sensor: number, value: number][]) {
      const time = hour * hourMs;
      const columns = { t: sent.map(() => time), s: sent.map(([sensor]) => sensor), v: sent.map(([, value]) => value) };
      values.take({ r: time, ...columns }, lastHour * hourMs, (at) => values.setTime(at));
      return values.step(watched);
    },
  };
}

test('a step is the difference of two neighbouring values, however long apart they are', () => {
  const { send, values } = deviceWith(alone);
  expect(send(0, [fuel, 60])).toBeUndefined();
  expect(send(1, [fuel, 60])?.by).toBe(0);
  expect(send(9, [fuel, 40])?.by).toBe(-20);
  // The same value once more is not the next one.
  expect(send(9, [fuel, 40])?.by).toBe(-20);
  expect(send(9.1, [ignition, 0])).toBeUndefined();
  values.setTime(9.2 * hourMs);
  expect(values.step(alone)).toBeUndefined();
  expect(send(10, [fuel, 40])?.by).toBe(0);
});

test('the stored latest value is the one before after a restart', () => {
  const { send } = deviceWith(alone, [[fuel, 1, 60]]);
  expect(send(9, [fuel, 40])?.by).toBe(-20);
});

test('a late value is not a step', () => {
  const { send } = deviceWith(alone);
  send(0, [fuel, 60]);
  send(2, [fuel, 60]);
  expect(send(1, [fuel, 20])).not.toMatchObject({ by: -40 });
  expect(send(3, [fuel, 40])?.by).toBe(-20);
});

test('another sensor has to have its value at both ends and in between, in any order of a message', () => {
  for (const order of ['as it is', 'reversed'] as const) {
    const { send: sendInOrder } = deviceWith(parked);
    const send: typeof sendInOrder = (hour, ...sent) =>
      sendInOrder(hour, ...(order === 'reversed' ? sent.reverse() : sent));
    send(0, [fuel, 60], [ignition, 0]);
    expect(send(1, [fuel, 40], [ignition, 0]), order).toEqual({ by: -20, held: true });
    expect(send(2, [fuel, 20], [ignition, 1]), order).toEqual({ by: -20, held: false });
    expect(send(3, [fuel, 10], [ignition, 0]), order).toEqual({ by: -10, held: false });
    // It was driven and parked again.
    send(3.2, [ignition, 1]);
    send(3.8, [ignition, 0]);
    expect(send(4, [fuel, 0]), order).toEqual({ by: -10, held: false });
    expect(send(5, [fuel, 60]), order).toEqual({ by: 60, held: true });
  }
});

test('a sensor that has not reported leaves it open', () => {
  const { send } = deviceWith(parked);
  send(0, [fuel, 60]);
  expect(send(1, [fuel, 40])).toEqual({ by: -20, held: undefined });
  send(1.5, [ignition, 1]);
  expect(send(2, [fuel, 20])).toEqual({ by: -20, held: false });
});

test('after a restart the state at the value before is known only if it was stored before that value', () => {
  const earlier = deviceWith(parked, [
    [fuel, 1, 60],
    [ignition, 0.5, 0],
  ]);
  expect(earlier.send(2, [fuel, 40])).toEqual({ by: -20, held: true });
  const later = deviceWith(parked, [
    [fuel, 1, 60],
    [ignition, 1.5, 0],
  ]);
  expect(later.send(2, [fuel, 40])).toEqual({ by: -20, held: undefined });
});

test('history shows the state at the value before', () => {
  for (const [driven, held] of [
    [1, false],
    [0, true],
  ] as const) {
    const { values, send } = deviceWith(parked, [
      [fuel, 1, 60],
      [ignition, 1.8, 0],
    ]);
    const past = [
      [ignition, 0.5, 0],
      [fuel, 1, 60],
      [ignition, 1.2, driven],
      [ignition, 1.8, 0],
    ] as const;
    values.replay(
      past.map(([sensor, hour, value]) => ({ sensor, time: hour * hourMs, value })),
      () => undefined,
    );
    expect(send(2, [fuel, 40])).toEqual({ by: -20, held });
  }
});
