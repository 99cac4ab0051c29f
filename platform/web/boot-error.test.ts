import { afterEach, expect, test, vi } from 'vitest';
import { BootError, bootFailed } from './boot-error.ts';

afterEach(() => void vi.restoreAllMocks());

const start = (error: unknown) => {
  const replace = vi.fn();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  bootFailed(error, { origin: 'https://rasid.test', replace });
  return { went: replace.mock.calls.flat(), logged: log.mock.calls.length };
};

test('a startup boot error is logged', () => {
  expect(start(new Error('no texts'))).toEqual({ went: [], logged: 1 });
});

test('a boot error with a url redirects there', () => {
  expect(start(new BootError('moved', { url: '/updates' }))).toEqual({
    went: ['https://rasid.test/updates'],
    logged: 0,
  });
});

test('a boot error never redirects to another site', () => {
  expect(start(new BootError('moved', { url: 'https://evil.test/' }))).toEqual({ went: [], logged: 1 });
});
