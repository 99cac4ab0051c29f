import { expect, test } from 'vitest';
import { knownShare, meanStay, occupiedShare } from '../../common/shares.ts';
import { bucketOf, occupiedPoints, weekBefore, weekLater, wellKnownShare } from './figures.ts';

test('the occupied share is of the time that is known, and there is none of what is not', () => {
  expect(occupiedShare({ open: 100, occupied: 30, unknown: 40 })).toBe(0.5);
  expect(occupiedShare({ open: 100, occupied: 0, unknown: 100 })).toBeNull();
  expect(knownShare({ open: 100, unknown: 25 })).toBe(0.75);
  expect(knownShare({ open: 0, unknown: 0 })).toBeNull();
});

test('the mean stay is of the stays that have ended', () => {
  expect(meanStay({ ended: 4, endedSeconds: 7200 })).toBe(1800);
  expect(meanStay({ ended: 0, endedSeconds: 0 })).toBeNull();
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

test('a line of the occupied share has a gap wherever too little is known, and where nothing was open', () => {
  const start = (hour: number) => `2026-03-08T0${hour}:00:00.000Z`;
  const buckets = [
    { start: start(1), open: 100, occupied: 40, unknown: 20 },
    { start: start(2), open: 100, occupied: 1, unknown: 21 },
    { start: start(3), open: 0, occupied: 0, unknown: 0 },
    { start: start(4), open: 100, occupied: 0, unknown: 0 },
  ];
  expect(occupiedPoints(buckets)).toEqual([
    [start(1), 50],
    [start(2), null],
    [start(3), null],
    [start(4), 0],
  ]);
});
