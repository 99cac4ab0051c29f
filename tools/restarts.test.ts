import { describe, expect, test } from 'vitest';
import { configurationError, createRestarts } from './restarts.mjs';

const crash = { code: 1, signal: null };
const early = 500;
const late = 60_000;

describe('a server that ends', () => {
  test('by itself and in order ends npm start as well', () => {
    expect(createRestarts()({ code: 0, signal: null, ranMs: late })).toEqual({ exit: 0 });
  });

  test('soon after the first start is not started again', () => {
    expect(createRestarts()({ ...crash, ranMs: early })).toEqual({ exit: 1 });
  });

  test('for its configuration is not started again, however long it ran before', () => {
    const next = createRestarts();
    next({ ...crash, ranMs: late });
    expect(next({ code: configurationError, signal: null, ranMs: early })).toEqual({ exit: 1 });
  });

  test('after it ran stably is started again at once', () => {
    expect(createRestarts()({ ...crash, ranMs: late })).toEqual({ delayMs: 0 });
  });

  test('early again and again is started after delays that grow to a minute, and at once after a stable run', () => {
    const next = createRestarts();
    next({ ...crash, ranMs: late });
    const delays = Array.from({ length: 8 }, () => next({ ...crash, ranMs: early }).delayMs);
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(next({ ...crash, ranMs: late })).toEqual({ delayMs: 0 });
  });

  test('by a signal is started again, even at its first start', () => {
    expect(createRestarts()({ code: null, signal: 'SIGKILL', ranMs: early })).toEqual({ delayMs: 1000 });
  });
});
