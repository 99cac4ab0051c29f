import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, chunkFailed, loadChunk } from './chunk-failure.ts';

beforeEach(() => {
  vi.useFakeTimers();
  chunkFailed.set(false);
});
afterEach(() => vi.useRealTimers());

test('a missing chunk opens the refresh dialog', async () => {
  const failing = loadChunk(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await expect(failing).rejects.toMatchObject({ name: 'ChunkLoadError', type: 'missing', code: undefined });
  expect(chunkFailed.get()).toBe(true);
});

test('a missing stylesheet has its own error code', async () => {
  const failing = loadChunk(() => Promise.reject(new Error('Unable to preload CSS for /assets/page.css')));
  await expect(failing).rejects.toMatchObject({ code: 'CSS_CHUNK_LOAD_FAILED' });
});

test('a chunk that takes two minutes times out, and one that arrives just before does not', async () => {
  const never = loadChunk(() => new Promise(() => {}));
  const told = expect(never).rejects.toBeInstanceOf(ChunkLoadError);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(chunkFailed.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await told;
  await expect(never).rejects.toMatchObject({ type: 'timeout' });
  expect(chunkFailed.get()).toBe(true);
  chunkFailed.set(false);
  await expect(loadChunk(async () => 'page')).resolves.toBe('page');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(chunkFailed.get()).toBe(false);
});
