import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberToWords } from './number-to-words.ts';

test.each([
  [0, 'zero'],
  [7, 'seven'],
  [13, 'thirteen'],
  [21, 'twenty-one'],
  [100, 'one hundred'],
  [342, 'three hundred forty-two'],
  [1000, 'one thousand'],
  [21_000, 'twenty-one thousand'],
  [1_234_567, 'one million two hundred thirty-four thousand five hundred sixty-seven'],
])('%i in English is %s', (value, words) => expect(numberToWords(value, 'en')).toBe(words));

test.each([
  [0, 'صفر'],
  [1, 'واحد'],
  [2, 'اثنان'],
  [3, 'ثلاثة'],
  [8, 'ثمانية'],
  [10, 'عشرة'],
  [11, 'أحد عشر'],
  [12, 'اثنا عشر'],
  [13, 'ثلاثة عشر'],
  [20, 'عشرون'],
  [35, 'خمسة وثلاثون'],
  [99, 'تسعة وتسعون'],
  [100, 'مائة'],
  [101, 'مائة وواحد'],
  [200, 'مئتان'],
  [211, 'مئتان وأحد عشر'],
  [300, 'ثلاثمائة'],
  [999, 'تسعمائة وتسعة وتسعون'],
  [1000, 'ألف'],
  [1001, 'ألف وواحد'],
  [2000, 'ألفان'],
  [2500, 'ألفان وخمسمائة'],
  [3000, 'ثلاثة آلاف'],
  [10_000, 'عشرة آلاف'],
  [10_001, 'عشرة آلاف وواحد'],
  [11_000, 'أحد عشر ألفًا'],
  [12_000, 'اثنا عشر ألفًا'],
  [21_000, 'واحد وعشرون ألفًا'],
  [100_000, 'مائة ألف'],
  [101_000, 'مائة ألف وألف'],
  [102_000, 'مائة ألف وألفان'],
  [103_000, 'مائة وثلاثة آلاف'],
  [110_000, 'مائة وعشرة آلاف'],
  [111_000, 'مائة وأحد عشر ألفًا'],
  [200_000, 'مئتا ألف'],
  [201_000, 'مئتا ألف وألف'],
  [999_999, 'تسعمائة وتسعة وتسعون ألفًا وتسعمائة وتسعة وتسعون'],
  [1_000_000, 'مليون'],
  [2_000_000, 'مليونان'],
  [3_000_000, 'ثلاثة ملايين'],
  [1_234_567, 'مليون ومئتان وأربعة وثلاثون ألفًا وخمسمائة وسبعة وستون'],
])('%i in Arabic is %s', (value, words) => expect(numberToWords(value, 'ar')).toBe(words));

test('up to seven digits have words, more throws overlimit', () => {
  for (const language of ['en', 'ar'] as const) {
    expect(numberToWords(9_999_999, language)).not.toBe('');
    expect(() => numberToWords(10_000_000, language)).toThrow('overlimit');
  }
});

test('fractions and numbers below zero have no words', () => {
  for (const value of [1.5, -1, Number.NaN]) expect(() => numberToWords(value, 'en')).toThrow(RangeError);
});

test('no two numbers share their words', () => {
  const number = fc.integer({ min: 0, max: 9_999_999 });
  fc.assert(
    fc.property(
      number,
      number,
      fc.constantFrom('en', 'ar'),
      (one, other, language) => one === other || numberToWords(one, language) !== numberToWords(other, language),
    ),
  );
});
