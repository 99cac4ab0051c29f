import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newCode, parsePackageCode, shownCode } from './package-code.ts';

const bytes = fc.uint8Array({ minLength: 15, maxLength: 15 });

test('a code is read as it is printed, in small letters, and with look-alikes', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const code = newCode(random);
      expect(parsePackageCode(shownCode(code))).toBe(code);
      expect(parsePackageCode(` ${code.toLowerCase()} `)).toBe(code);
      expect(parsePackageCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
    }),
  );
});

test('a code with one wrong character is invalid', () => {
  fc.assert(
    fc.property(bytes, fc.nat(15), fc.integer({ min: 1, max: 31 }), (random, at, by) => {
      const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
      const code = newCode(random);
      const wrong = alphabet.charAt((alphabet.indexOf(code.charAt(at)) + by) % 32);
      expect(parsePackageCode(code.slice(0, at) + wrong + code.slice(at + 1))).toBeNull();
    }),
  );
});

test.each(['', 'ABCD', 'ABCD-EFGH-JKMN-PQRU', '0'.repeat(17)])('"%s" is not a code', (typed) =>
  expect(parsePackageCode(typed)).toBeNull(),
);
