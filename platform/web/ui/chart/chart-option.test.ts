import { expect, test } from 'vitest';
import { chartOption } from './chart-option.ts';

const start = Date.parse('2026-03-01T20:00:00Z');
const look = { scheme: 'light', rtl: false, zone: 'UTC', language: 'en' } as const;
const symbolsOf = (values: readonly number[]) => {
  const points = values.map((value, at) => [start + at * 60_000, value] as const);
  const { series } = chartOption({ label: 'Level', series: [{ name: 'Level', points }] }, look);
  return (series as { showSymbol: boolean }[]).map(({ showSymbol }) => showSymbol);
};

test('a single value is drawn as a point, and several as a line', () => {
  expect(symbolsOf([3])).toEqual([true]);
  expect(symbolsOf([3, 4])).toEqual([false]);
});
