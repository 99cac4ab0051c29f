import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offlineStore } from '../../offline/offline.ts';
import {
  allEnded,
  ChunkLoadError,
  chunkFailed,
  loadChunk,
  loadPart,
  loadQuietly,
  loadsQuietly,
} from './chunk-failure.ts';
import { PartUnavailable } from './PartUnavailable.tsx';

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

test('without a network a missing chunk shows a note in its place instead of a dialog', async () => {
  offlineStore.set(true);
  await expect(loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(
    ChunkLoadError,
  );
  expect(chunkFailed.get()).toBe(false);
  offlineStore.set(false);
});

test('a missing stylesheet has its own error code', async () => {
  const failing = loadChunk(() => Promise.reject(new Error('Unable to preload CSS for /assets/page.css')));
  await expect(failing).rejects.toMatchObject({ code: 'CSS_CHUNK_LOAD_FAILED' });
});

test('a chunk that takes two minutes times out, and one that arrives just before does not', async () => {
  const never = loadChunk(() => new Promise(() => {}));
  const rejection = expect(never).rejects.toBeInstanceOf(ChunkLoadError);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(chunkFailed.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await rejection;
  await expect(never).rejects.toMatchObject({ type: 'timeout' });
  expect(chunkFailed.get()).toBe(true);
  chunkFailed.set(false);
  await expect(loadChunk(async () => 'page')).resolves.toBe('page');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(chunkFailed.get()).toBe(false);
});

test('chunks that are loaded ahead stay quiet until the last of them has failed', async () => {
  const second = Promise.withResolvers<void>();
  const ahead = loadQuietly(() => allEnded([Promise.reject(new Error('first')), second.promise]));
  const rejection = expect(ahead).rejects.toThrow('first');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(loadsQuietly()).toBe(true);
  second.reject(new Error('second'));
  await rejection;
  expect(loadsQuietly()).toBe(false);
});

test('a part that cannot be loaded without a network leaves the rest of its page usable', async () => {
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  offlineStore.set(true);
  expect(await loadPart(missing)).toBe(PartUnavailable);
  expect(chunkFailed.get()).toBe(false);
  offlineStore.set(false);
  await expect(loadPart(missing)).rejects.toBeInstanceOf(ChunkLoadError);
  expect(chunkFailed.get()).toBe(true);
});
