import { expect, test } from 'vitest';
import { keptTogether } from './kept-together.ts';

const breaks = (text: string) => keptTogether(text).split(' ');

test('a value is not parted from its unit and its limit', () => {
  expect(breaks('Level 3.24 m > 3.00 m')).toEqual(['Level', '3.24\u00a0m\u00a0>\u00a03.00\u00a0m']);
  expect(breaks('المنسوب \u20662.9 م (≥ 3 م)\u2069')).toEqual([
    'المنسوب',
    '\u20662.9\u00a0م\u00a0(≥\u00a03\u00a0م)\u2069',
  ]);
  expect(breaks('Battery 12 % < 20 %')).toEqual(['Battery', '12\u00a0%\u00a0<\u00a020\u00a0%']);
});

test('a sentence without a limit may break at every word', () => {
  expect(breaks('Door: forced open')).toEqual(['Door:', 'forced', 'open']);
});
