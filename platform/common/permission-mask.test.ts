import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasBit, maskOf } from './permission-mask.ts';

test('a permission mask has exactly the given bits', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(600)), (bits) => {
      const mask = maskOf(bits);
      for (let bit = 0; bit <= 610; bit++) expect(hasBit(mask, bit)).toBe(bits.includes(bit));
      expect(mask).toMatch(/^[\w-]*$/);
    }),
    { numRuns: 50 },
  );
});

test('an empty mask and an unregistered permission deny access', () => {
  expect(maskOf([])).toBe('');
  expect(hasBit('', 0)).toBe(false);
  expect(hasBit(maskOf([0, 1, 2]), undefined)).toBe(false);
});
