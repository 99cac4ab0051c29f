import { expect, test } from 'vitest';
import { withUnit, withUnitOnOneLine } from './with-unit.ts';

test('a unit follows a space, a percent sign does not', () => {
  expect([withUnit('2.40', 'm'), withUnit('87', '%'), withUnit('9.4', '% LEL'), withUnit('5', '')]).toEqual([
    '2.40 m',
    '87%',
    '9.4% LEL',
    '5',
  ]);
});

test('a line on a screen never breaks between a number and its unit', () => {
  expect(withUnitOnOneLine('3.02', 'm')).toBe('3.02\u00a0m');
  expect(withUnitOnOneLine('9.4', '% LEL')).toBe('9.4%\u00a0LEL');
});
