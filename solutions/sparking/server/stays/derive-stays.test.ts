import { expect, test } from 'vitest';
import { type BayState, deriveStays, longestGapMs, mergedStates } from './derive-stays.ts';

const state = (from: number, to: number | null, value: number | null, quality: BayState['quality'] = 'measured') => ({
  ...{ from, to, value, quality },
});

test('a run of occupied states is one stay, and the next vehicle another one', () => {
  const states = [state(0, 10, 1), state(10, 20, 1, 'corrected'), state(20, 30, 0), state(30, null, 1)];
  expect(deriveStays(states, null)).toEqual([
    { from: 0, to: 20, quality: 'measured', endQuality: 'measured' },
    { from: 30, to: null, quality: 'measured', endQuality: null },
  ]);
});

test('a stay goes on after a time in which nothing was known, if the bay is still occupied and it was not too long', () => {
  expect(deriveStays([state(0, 10, 1), state(10, 50, null), state(50, 90, 1), state(90, null, 0)], null)).toEqual([
    { from: 0, to: 90, quality: 'bounded', endQuality: 'measured' },
  ]);
  const later = 10 + longestGapMs + 1;
  expect(deriveStays([state(0, 10, 1), state(10, later, null), state(later, null, 1)], null)).toEqual([
    { from: 0, to: 10, quality: 'measured', endQuality: 'bounded' },
    { from: later, to: null, quality: 'measured', endQuality: null },
  ]);
});

test('a stay whose end nobody saw ends with what was known last', () => {
  const unseen = [{ from: 0, to: 10, quality: 'measured', endQuality: 'bounded' }];
  expect(deriveStays([state(0, 10, 1), state(10, 50, null), state(50, null, 0)], null)).toEqual(unseen);
  expect(deriveStays([state(0, 10, 1), state(10, null, null)], null)).toEqual(unseen);
});

test('a stay that had begun before keeps its beginning', () => {
  const begun = { from: -100, until: 0, quality: 'measured' } as const;
  expect(deriveStays([state(0, 10, 1, 'bounded'), state(10, null, 0)], begun)).toEqual([
    { from: -100, to: 10, quality: 'measured', endQuality: 'measured' },
  ]);
  expect(deriveStays([state(0, null, 0, 'bounded')], begun)).toEqual([
    { from: -100, to: 0, quality: 'measured', endQuality: 'bounded' },
  ]);
});

test('the more important of two sources decides while it knows', () => {
  const first = [state(0, 20, 0), state(20, 40, null), state(40, null, 1)];
  const second = [state(0, 30, 1), state(30, null, 0)];
  expect(mergedStates([first, second]).map(({ from, to, value }) => [from, to, value])).toEqual([
    [0, 20, 0],
    [20, 30, 1],
    [30, 40, 0],
    [40, null, 1],
  ]);
});
