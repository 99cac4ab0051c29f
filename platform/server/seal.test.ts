import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const key = randomBytes(32);

test('a sealed value is decrypted with the same key and context', () => {
  expect(unseal(key, seal(key, 'سرّ', 'user 7'), 'user 7')).toBe('سرّ');
});

test('a sealed value is not decrypted with another key or context, or after a change', () => {
  const sealed = seal(key, 'secret', 'user 7');
  expect(() => unseal(randomBytes(32), sealed, 'user 7')).toThrow();
  expect(() => unseal(key, sealed, 'user 8')).toThrow();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => unseal(key, sealed, 'user 7')).toThrow();
});
