import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const key = randomBytes(32);

test('what was sealed opens with the same key for the same thing', () => {
  expect(unseal(key, seal(key, 'سرّ', 'user 7'), 'user 7')).toBe('سرّ');
});

test('it opens neither with another key, nor for something else, nor changed', () => {
  const sealed = seal(key, 'secret', 'user 7');
  expect(() => unseal(randomBytes(32), sealed, 'user 7')).toThrow();
  expect(() => unseal(key, sealed, 'user 8')).toThrow();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => unseal(key, sealed, 'user 7')).toThrow();
});
