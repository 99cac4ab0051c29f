import { expect, test } from 'vitest';
import { bucketOf, knownShare, occupiedShare, weekBefore, weekLater, wellKnownShare } from './figures.ts';

test('the occupied share is of the time that is known, and there is none of what is not', () => {
  expect(occupiedShare({ open: 100, occupied: 30, unknown: 40 })).toBe(0.5);
  expect(occupiedShare({ open: 100, occupied: 0, unknown: 100 })).toBeNull();
  expect(knownShare({ open: 100, unknown: 25 })).toBe(0.75);
  expect(knownShare({ open: 0, unknown: 0 })).toBeNull();
});

test('longer periods have wider buckets, within the limits of the calls', () => {
  const days = (count: number) => ({
    from: '2026-01-01T00:00:00.000Z',
    to: new Date(Date.parse('2026-01-01T00:00:00Z') + count * 86_400_000).toISOString(),
  });
  expect([1, 2, 7, 15, 40, 300].map((count) => bucketOf(days(count)))).toEqual([
    'quarter',
    'quarter',
    'hour',
    'hour',
    'day',
    'week',
  ]);
});

test('the week before lies on the period', () => {
  const period = { from: '2026-03-08T00:00:00.000Z', to: '2026-03-15T00:00:00.000Z' };
  expect(weekBefore(period)).toEqual({ from: '2026-03-01T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' });
  expect(weekLater(weekBefore(period).from)).toBe(period.from);
});

test('the occupied share means nothing if less than four fifths of the time is known', () => {
  expect(wellKnownShare({ open: 100, occupied: 40, unknown: 20 })).toBe(0.5);
  expect(wellKnownShare({ open: 100, occupied: 1, unknown: 99 })).toBeNull();
  expect(wellKnownShare({ open: 0, occupied: 0, unknown: 0 })).toBeNull();
});
