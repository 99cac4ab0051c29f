import { expect, test } from 'vitest';
import { type BandLimit, limitBands } from './limit-bands.ts';

const limit = (operator: BandLimit['operator'], value: BandLimit['value'], severity: BandLimit['severity']) => ({
  sensor: 'co2',
  operator,
  value,
  severity,
});

test('limits above become bands that reach to the next limit, the last one without end', () => {
  const bands = limitBands([limit('>', 1400, 'poor'), limit('>=', 1000, 'ok')], String);
  expect(bands).toEqual([
    { from: 1000, to: 1400, severity: 'ok', limit: 1000, label: '1000' },
    { from: 1400, severity: 'poor', limit: 1400, label: '1400' },
  ]);
});

test('limits below become bands that reach down to the next limit', () => {
  const bands = limitBands([limit('<', 5, 'problem'), limit('<=', 20, 'ok')], String);
  expect(bands).toEqual([
    { from: 5, to: 20, severity: 'ok', limit: 20, label: '20' },
    { to: 5, severity: 'problem', limit: 5, label: '5' },
  ]);
});

test('non-numeric limits and other comparisons have no band', () => {
  expect(limitBands([limit('=', true, 'problem'), limit('>', 'open', 'ok')], String)).toEqual([]);
});
