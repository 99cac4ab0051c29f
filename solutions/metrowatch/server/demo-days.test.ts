import { expect, test } from 'vitest';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { actOnDays, pastDays } from './demo-days.ts';

const dayMs = 1440 * minuteMs;
/** Midnight in Dubai. */
const midnight = Date.parse('2026-05-10T00:00:00+04:00');
const serial = '70B3D5E40003';
const spans = (model: number, key: string) =>
  pastDays(model, serial, midnight, midnight + dayMs).filter((span) => span.key === key);

test('on each day a slot has nine sessions, one of which is longer than four hours', () => {
  const sessions = spans(2001, 'occupied');
  expect(sessions).toHaveLength(9);
  expect(sessions.filter(({ minutes }) => minutes > 240)).toHaveLength(1);
  expect(
    sessions.every(({ from, minutes }, n) => from + minutes * minuteMs < (sessions[n + 1]?.from ?? Infinity)),
  ).toBe(true);
});

test('on each day a cold room is opened twenty times and defrosted four times', () => {
  expect([spans(1301, 'door').length, spans(1301, 'defrost').length]).toEqual([20, 4]);
});

test('a guard calls for help once a day, at 17:40 in Dubai', () => {
  expect(spans(1601, 'sos').map(({ from }) => new Date(from).toISOString())).toEqual(['2026-05-10T13:40:00.000Z']);
});

test('the behaviour of a virtual device continues its history', () => {
  const memory = { key: Buffer.alloc(32), serial, index: 0, kept: new Map<string, unknown>() };
  const changes: [minute: number, on: unknown][] = [];
  for (let minute = 0; minute < 1440; minute++) {
    const done = actOnDays(2001, midnight + minute * minuteMs, memory);
    if (done?.values) changes.push([minute, done.values.occupied]);
  }
  const minute = (at: number) => (at - midnight) / minuteMs;
  const expected = spans(2001, 'occupied').flatMap(({ from, minutes }): [number, boolean][] => [
    [minute(from), true],
    [minute(from) + minutes, false],
  ]);
  expect(changes).toEqual([[0, false], ...expected]);
});
