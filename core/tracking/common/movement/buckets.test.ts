import { expect, test } from 'vitest';
import { bucketLimits } from './buckets.ts';
import { quarterMs } from './slot-times.ts';

const at = (text: string) => Date.parse(text);
const lengths = (from: string, to: string, bucket: Parameters<typeof bucketLimits>[2], zone: string) => {
  const limits = bucketLimits(at(from), at(to), bucket, zone);
  return limits.slice(1).map((limit, i) => (limit - (limits[i] ?? 0)) / quarterMs);
};

test('Days have 92, 96 or 100 quarters where the clocks change', () => {
  // In Cairo clocks go forward at midnight of a Friday in April, and back at the end of a Thursday in October.
  expect(lengths('2026-04-22T22:00Z', '2026-04-25T21:00Z', 'day', 'Africa/Cairo')).toEqual([96, 92, 96]);
  expect(lengths('2026-10-27T21:00Z', '2026-10-30T22:00Z', 'day', 'Africa/Cairo')).toEqual([96, 100, 96]);
  expect(lengths('2026-10-28T21:00Z', '2026-10-29T22:00Z', 'hour', 'Africa/Cairo')).toEqual(Array(25).fill(4));
});

test('Days and hours of a zone that is 5:45 ahead begin on its clocks', () => {
  expect(lengths('2026-01-09T18:15Z', '2026-01-11T18:15Z', 'day', 'Asia/Kathmandu')).toEqual([96, 96]);
  expect(lengths('2026-01-09T18:00Z', '2026-01-09T19:30Z', 'hour', 'Asia/Kathmandu')).toEqual([1, 4, 1]);
});

test('Weeks begin on Saturday, months on their first day, and the first and last bucket are those parts of the period', () => {
  // 10 January 2026 is a Saturday.
  const day = 96;
  expect(lengths('2026-01-07T20:00Z', '2026-01-19T20:00Z', 'week', 'Asia/Dubai')).toEqual([2 * day, 7 * day, 3 * day]);
  expect(lengths('2026-01-30T20:00Z', '2026-03-01T20:00Z', 'month', 'Asia/Dubai')).toEqual([day, 28 * day, day]);
  expect(lengths('2026-01-07T20:00Z', '2026-01-19T20:00Z', 'total', 'Asia/Dubai')).toEqual([12 * day]);
});
