import { expect, test } from 'vitest';
import { withUnit } from './with-unit.ts';

test('a unit stands after a space, a percent sign after none', () => {
  expect([withUnit('2.40', 'm'), withUnit('87', '%'), withUnit('9.4', '% LEL'), withUnit('5', '')]).toEqual([
    '2.40 m',
    '87%',
    '9.4% LEL',
    '5',
  ]);
});
