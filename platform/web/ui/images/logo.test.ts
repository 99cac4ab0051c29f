import { expect, test } from 'vitest';
import { assertLogo } from './Logo.tsx';

test('a logo object must be marked local or not', () => {
  expect(() => assertLogo({})).toThrow('invalid logo object');
  expect(() => assertLogo({ isLocal: 'yes' })).toThrow('invalid logo object');
  expect(() => assertLogo({ isLocal: true })).not.toThrow();
  expect(() => assertLogo({ isLocal: false })).not.toThrow();
});
