import { expect, test } from 'vitest';
import { customPeriod } from '#platform/common/time.ts';
import { periodFault, presetsWithin, resolvePeriod } from './period.ts';

const now = new Date('2026-03-18T12:00:00Z');

test('presets longer than the cap are hidden', () => {
  expect(presetsWithin(2, now, 'UTC').map((preset) => preset.name)).toEqual([
    'last-24-hours',
    'last-48-hours',
    'today',
  ]);
  expect(presetsWithin(undefined, now, 'UTC')).toHaveLength(9);
});

test('a custom period is taken as it is, a preset as it is meant now', () => {
  const custom = { value: customPeriod, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  expect(resolvePeriod(custom, now, 'UTC')).toEqual({ from: custom.from, to: custom.to });
  expect(resolvePeriod({ value: 8 }, now, 'Asia/Dubai').from).toBe('2026-03-17T20:00:00.000Z');
});

test('a custom period has an order, an end of time and a longest stretch', () => {
  const from = '2026-03-01T00:00:00Z';
  expect(periodFault({ from }, { now })).toBe('incomplete');
  expect(periodFault({ from, to: from }, { now })).toBe('order');
  expect(periodFault({ from: '2026-04-01T00:00:00Z', to: '2026-04-02T00:00:00Z' }, { now })).toBe('future');
  expect(periodFault({ from, to: '2026-03-11T00:00:00Z' }, { now, maxDays: 7 })).toBe('tooLong');
  expect(periodFault({ from, to: '2026-03-08T00:00:00Z' }, { now, maxDays: 7 })).toBeNull();
});
