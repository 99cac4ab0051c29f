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

test('a value is added as the newest point', () => {
  expect(pointsAfter(false, from + 60_000, 7)).toEqual([
    [from, 2, 100, 102],
    [from + 60_000, 7, 7, 7],
  ]);
});

test('the growth of a total is added to the bucket that it falls into', () => {
  expect(pointsAfter(true, from + 60_000, 102.5)).toEqual([[from, 2.5, 100, 102.5]]);
});

test('a total that grows in the next bucket opens it', () => {
  expect(pointsAfter(true, from + hour + 60_000, 103)?.at(-1)).toEqual([from + hour, 1, 102, 103]);
});

test('a total that was reset consumes nothing', () => {
  expect(pointsAfter(true, from + hour, 0)?.at(-1)?.[1]).toBe(0);
});

test('late values and hidden readings change nothing', () => {
  expect(pointsAfter(false, from - 1, 7)).toHaveLength(1);
  const hidden = { ...reply(false), hidden: 'no-active-token' as const };
  expect(withValues(hidden, measured(from + hour, 7), from)).toBe(hidden);
});
