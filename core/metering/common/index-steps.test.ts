import { expect, test } from 'vitest';
import { type IndexStep, meaningOf } from './index-steps.ts';

const minuteMs = 60_000;
const limits = { capacity: 100_000, maxPerHour: 10 };
const step = (from: number, value: number, minutes = 60): IndexStep => ({
  fromAt: 0,
  from,
  at: minutes * minuteMs,
  value,
});

test('a counter has rolled over if it falls from above 95 % of its capacity; any other fall is a reset', () => {
  expect(meaningOf(step(95_001, 3), limits, null)).toBe('rollover');
  expect(meaningOf(step(95_000, 3), limits, null)).toBe('reset');
  expect(meaningOf(step(60_000, 3), limits, null)).toBe('reset');
  expect(meaningOf(step(99_999, 3), {}, null)).toBe('reset');
});

test('a fall of at most half a percent within an hour is jitter', () => {
  expect(meaningOf(step(1000, 995), limits, null)).toBe('jitter');
  expect(meaningOf(step(1000, 994.9), limits, null)).toBe('reset');
  expect(meaningOf(step(1000, 995, 61), limits, null)).toBe('reset');
  expect(meaningOf(step(1000, 999, 24 * 60), limits, null)).toBe('reset');
});

test('a rise is implausible above what the meter can count in the time', () => {
  expect(meaningOf(step(1000, 1010), limits, null)).toBeNull();
  expect(meaningOf(step(1000, 1010.1), limits, null)).toBe('implausible');
  expect(meaningOf(step(1000, 1010.1, 61), limits, null)).toBeNull();
  expect(meaningOf(step(1000, 9000), {}, null)).toBeNull();
});

test('a fall right after an implausible rise is the return to normal unless it goes below the index before the rise', () => {
  const open = { at: 0, before: 1000 };
  expect(meaningOf(step(1500, 1000), limits, open)).toBe('returned');
  expect(meaningOf(step(1500, 999), limits, open)).toBe('reset');
  expect(meaningOf(step(1500, 1001), limits, { ...open, at: -minuteMs })).toBe('reset');
});
