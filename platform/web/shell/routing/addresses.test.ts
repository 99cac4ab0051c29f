import { expect, test } from 'vitest';
import { signInFor, targetOf } from './addresses.ts';

test('sign-in returns to the requested page', () => {
  expect(targetOf(new URL(`http://x${signInFor('/Sample/devices/list?search=a')}`).search)).toBe(
    '/Sample/devices/list?search=a',
  );
});

test('sign-in from the first page has no redirect parameter', () => {
  expect(signInFor('/')).toBe('/core/auth/sign-in');
  expect(signInFor('/core')).toBe('/core/auth/sign-in');
});

test('a redirect after sign-in never leaves the site', () => {
  for (const target of [
    '/\t/evil.test',
    '/\n//evil.test',
    '/.//evil.test',
    '/\\\t/evil.test',
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
  ])
    expect(targetOf(`?redirect=${encodeURIComponent(target)}`)).toBe('/');
});
