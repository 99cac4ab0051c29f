import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plateKey } from './plate.ts';

describe('the key of a plate', () => {
  test.each([
    ['أ ب ج ١٢٣٤', 'ABJ1234'],
    ['ا ب ج 1234', 'ABJ1234'],
    ['ABJ-1234', 'ABJ1234'],
    ['abj 1234', 'ABJ1234'],
    ['ا\u200Fب\u200Fح ۱۲۳۴', 'ABJ1234'],
    ['أبـــج/١٢٣٤', 'ABJ1234'],
    ['  12 345 ', '12345'],
  ])('of %j is %s', (text, key) => {
    expect(plateKey(text)).toBe(key);
  });

  test.each([
    ['ا', 'A'],
    ['ب', 'B'],
    ['ح', 'J'],
    ['د', 'D'],
    ['ر', 'R'],
    ['س', 'S'],
    ['ص', 'X'],
    ['ط', 'T'],
    ['ع', 'E'],
    ['ق', 'G'],
    ['ك', 'K'],
    ['ک', 'K'],
    ['ل', 'L'],
    ['م', 'Z'],
    ['ن', 'N'],
    ['ه', 'H'],
    ['و', 'U'],
    ['ى', 'V'],
    ['ي', 'V'],
    ['ی', 'V'],
  ])('takes the letter %s of Saudi plates for %s', (arabic, latin) => {
    expect(plateKey(arabic)).toBe(plateKey(latin));
  });

  test('keeps plates apart that differ in a letter or a digit', () => {
    const keys = ['A 1', 'A 11', 'B 1', 'أ ف ١', 'أ ب ١', 'AB 1'].map(plateKey);
    expect(keys).toEqual(['A1', 'A11', 'B1', 'Aف1', 'AB1', 'AB1']);
  });

  test('is the key of itself', () => {
    fc.assert(fc.property(fc.string(), (text) => plateKey(plateKey(text)) === plateKey(text)));
  });
});
