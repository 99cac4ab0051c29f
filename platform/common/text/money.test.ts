import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencies, decimalsOf } from './currencies.ts';
import { formatMoney, fromMinor, moneyInWords, toMinor } from './money.ts';

test('an amount is rounded half-up to the minor unit of its currency', () => {
  expect(toMinor('27.768', 'AED')).toBe(2777);
  expect(toMinor('1.005', 'AED')).toBe(101);
  expect(toMinor('0.0045', 'KWD')).toBe(5);
  expect(toMinor('-1.005', 'SAR')).toBe(-101);
});

test('minor units and decimal amounts are converted without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom(...currencies), (minor, currency) => {
      expect(toMinor(fromMinor(minor, currency), currency)).toBe(minor);
      expect(fromMinor(minor, currency).split('.')[1]).toHaveLength(decimalsOf(currency));
    }),
  );
});

test('money has its currency and Latin digits in both languages', () => {
  expect(formatMoney(58313, 'AED', 'en')).toBe('AED 583.13');
  expect(formatMoney(1234567, 'KWD', 'en')).toBe('KWD 1,234.567');
  const arabic = formatMoney(58313, 'AED', 'ar');
  expect(arabic).toContain('583.13');
  expect(arabic).toContain('د.إ');
});

test('money in words inflects the currency and gives its minor units as a number', () => {
  expect(moneyInWords(58313, 'AED', 'ar')).toMatch(/درهمًا و13 فلسًا$/);
  expect(moneyInWords(58313, 'AED', 'en')).toMatch(/ dirhams and 13 fils$/);
  expect(moneyInWords(100, 'AED', 'ar')).toBe('درهم واحد');
  expect(moneyInWords(202, 'SAR', 'ar')).toBe('ريالان وهللتان');
  expect(moneyInWords(300, 'SAR', 'ar')).toMatch(/ ريالات$/);
  expect(moneyInWords(10_000, 'AED', 'ar')).toMatch(/ درهم$/);
});

test('amounts below zero and from ten million on have no words', () => {
  expect(moneyInWords(-1, 'AED', 'en')).toBeNull();
  expect(moneyInWords(999_999_999, 'AED', 'en')).not.toBeNull();
  expect(moneyInWords(1_000_000_000, 'AED', 'en')).toBeNull();
});
