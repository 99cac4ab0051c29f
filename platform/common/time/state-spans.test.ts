import { expect, test } from 'vitest';
import { spansOn, stateShare } from './state-spans.ts';

const minute = 60_000;
const reports = (...all: [at: number, on: boolean][]) => all.map(([at, on]) => ({ at: at * minute, on }));
const minutes = (spans: readonly { from: number; to: number }[]) =>
  spans.map(({ from, to }) => [from / minute, to / minute]);

test('a state holds from its report to the next that contradicts it', () => {
  const door = reports([0, false], [5, true], [10, true], [12, false], [20, true]);
  expect(minutes(spansOn(door, { until: 25 * minute, gapMs: 15 * minute }))).toEqual([
    [5, 12],
    [20, 25],
  ]);
});

test('what was reported is not known for longer than a gap, and nothing beyond the end', () => {
  const door = reports([0, true], [60, true]);
  expect(minutes(spansOn(door, { until: 70 * minute, gapMs: 15 * minute }))).toEqual([
    [0, 15],
    [60, 70],
  ]);
  expect(spansOn(door, { until: 0, gapMs: minute })).toEqual([]);
});

test('the share of a period counts only what is within it', () => {
  const spans = [
    { from: 0, to: 10 },
    { from: 30, to: 50 },
  ];
  expect(stateShare(spans, { from: 5, to: 45 })).toBe(0.5);
  expect(stateShare(spans, { from: 20, to: 20 })).toBe(0);
});
