import { expect, test } from 'vitest';
import type { ReadingReply } from '../common/reading.ts';
import { withValues } from './live-series.ts';

const hour = 3_600_000;
const from = Date.parse('2026-03-01T00:00:00Z');
const reply = (counter: boolean): ReadingReply => ({
  hidden: null,
  bucketSeconds: 3600,
  series: [{ sensor: 'volume', unit: 'm³', counter, decimals: 3, points: [[from, 2, 100, 102]] }],
});
const measured = (time: number, value: number) => [{ sensor: 'volume', time, value }];
const pointsAfter = (counter: boolean, time: number, value: number) =>
  withValues(reply(counter), measured(time, value), from).series[0]?.points;

test('a live value is added to the chart as the newest point', () => {
  expect(pointsAfter(false, from + 60_000, 7)).toEqual([
    [from, 2, 100, 102],
    [from + 60_000, 7, 7, 7],
  ]);
});

test('the increase of a counter is added to its bucket', () => {
  expect(pointsAfter(true, from + 60_000, 102.5)).toEqual([[from, 2.5, 100, 102.5]]);
});

test('the increase of a counter after the last bucket adds a bucket', () => {
  expect(pointsAfter(true, from + hour + 60_000, 103)?.at(-1)).toEqual([from + hour, 1, 102, 103]);
});

test('a counter that was reset has no consumption', () => {
  expect(pointsAfter(true, from + hour, 0)?.at(-1)?.[1]).toBe(0);
});

test('late values and values of hidden readings have no effect', () => {
  expect(pointsAfter(false, from - 1, 7)).toHaveLength(1);
  const hidden = { ...reply(false), hidden: 'no-active-token' as const };
  expect(withValues(hidden, measured(from + hour, 7), from)).toBe(hidden);
});
