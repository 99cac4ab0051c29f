import { expect, test } from 'vitest';
import { customPeriod, periodPresets } from '#platform/common/time/time.ts';
import {
  neighbourPeriod,
  periodComparisons,
  presetsWithin,
  readPeriod,
  resolveComparison,
  resolvePeriod,
} from './period.ts';

const now = new Date('2026-03-18T12:00:00Z');

test('period presets beyond the maximum length are hidden', () => {
  expect(presetsWithin(2, now, 'UTC').map((preset) => preset.name)).toEqual(['last-24-hours', 'today']);
  expect(presetsWithin(undefined, now, 'UTC').map((preset) => preset.value)).toEqual([0, 8, 1, 2, 3, 4, 5, 7]);
});

test('a custom period is resolved unchanged, a preset relative to now', () => {
  const custom = { value: customPeriod, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  expect(resolvePeriod(custom, now, 'UTC')).toEqual({ from: custom.from, to: custom.to });
  expect(resolvePeriod({ value: 8 }, now, 'Asia/Dubai').from).toBe('2026-03-17T20:00:00.000Z');
});

test('an unknown, invalid, reversed or too long period of an address is ignored', () => {
  const read = (text: string) => readPeriod(new URLSearchParams(text), 370);
  const bounds = (from: string, to: string) => `period=-1&from=${from}&to=${to}`;
  expect(read(bounds('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'))?.from).toBe('2026-01-01T00:00:00Z');
  expect(read('period=custom&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z')?.value).toBe(customPeriod);
  expect(read('period=8')).toEqual({ value: 8 });
  for (const text of [
    '',
    'period=77',
    'period=x',
    'period=-1',
    bounds('garbage', '2026-01-02T00:00:00Z'),
    bounds('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'),
    bounds('2024-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ])
    expect(read(text)).toBeNull();
});

test('the comparisons have the values 9, 8, 2, 4 and 7', () => {
  expect(periodComparisons.map(({ value, first, second }) => [value, first, second])).toEqual([
    [9, 'last-48-hours', null],
    [8, 'today', 'yesterday'],
    [2, 'this-week', 'last-week'],
    [4, 'this-month', 'last-month'],
    [7, 'this-year', 'last-year'],
  ]);
});

test('the last 48 hours are compared day by day, other periods with the previous one', () => {
  expect(resolveComparison(9, now, 'UTC')).toEqual([
    { from: '2026-03-17T12:00:00.000Z', to: '2026-03-18T12:00:00.000Z' },
    { from: '2026-03-16T12:00:00.000Z', to: '2026-03-17T12:00:00.000Z' },
  ]);
  expect(resolveComparison(4, now, 'UTC')).toEqual([
    { from: '2026-03-01T00:00:00.000Z', to: '2026-03-18T12:00:00.000Z' },
    { from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' },
  ]);
});

test('the neighbour of a calendar period is a whole calendar period of the zone, also next to the present one', () => {
  const zone = 'Asia/Dubai';
  const step = (value: number, direction: -1 | 1) =>
    neighbourPeriod({ value }, resolvePeriod({ value }, now, zone), direction, zone);
  const thisMonth = periodPresets.find(({ name }) => name === 'this-month')?.value ?? -2;
  expect(step(thisMonth, -1)).toEqual({ from: '2026-01-31T20:00:00.000Z', to: '2026-02-28T20:00:00.000Z' });
  const february = { from: '2026-01-31T20:00:00.000Z', to: '2026-02-28T20:00:00.000Z' };
  expect(neighbourPeriod({ value: customPeriod, ...february }, february, -1, zone)).toEqual({
    from: '2025-12-31T20:00:00.000Z',
    to: '2026-01-31T20:00:00.000Z',
  });
});

test('a period that is not a calendar unit moves by its length', () => {
  const period = { from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T16:00:00.000Z' };
  expect(neighbourPeriod({ value: customPeriod, ...period }, period, 1, 'UTC')).toEqual({
    from: '2026-03-01T16:00:00.000Z',
    to: '2026-03-01T22:00:00.000Z',
  });
});
