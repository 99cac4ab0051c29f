import { expect, test, vi } from 'vitest';
import { createPreferenceReader } from './preferences.ts';

test('preferences that are requested together are read in one call', async () => {
  const fetchAll = vi.fn(async (keys: string[]) => Object.fromEntries(keys.map((key) => [key, `${key}!`])));
  const read = createPreferenceReader(fetchAll, 5);
  await expect(Promise.all([read('a'), read('b'), read('a')])).resolves.toEqual(['a!', 'b!', 'a!']);
  expect(fetchAll).toHaveBeenCalledExactlyOnceWith(['a', 'b']);
});

test('a failed read of preferences rejects all of its callers', async () => {
  const read = createPreferenceReader(async () => Promise.reject(new Error('away')), 5);
  const results = await Promise.allSettled([read('a'), read('b')]);
  expect(results.map((one) => one.status)).toEqual(['rejected', 'rejected']);
});

test('preferences within 200 ms are read in one call, later ones in the next', async () => {
  vi.useFakeTimers();
  const fetchAll = vi.fn(async (keys: string[]) => Object.fromEntries(keys.map((key) => [key, key])));
  const read = createPreferenceReader(fetchAll);
  const early = read('a');
  await vi.advanceTimersByTimeAsync(199);
  const late = read('b');
  expect(fetchAll).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(fetchAll.mock.calls).toEqual([[['a', 'b']]]);
  const next = read('c');
  await vi.advanceTimersByTimeAsync(200);
  expect(fetchAll.mock.calls).toEqual([[['a', 'b']], [['c']]]);
  expect(await Promise.all([early, late, next])).toEqual(['a', 'b', 'c']);
  vi.useRealTimers();
});

test('a preference is not read for a page that has gone within the 200 ms', async () => {
  const fetchAll = vi.fn(async (keys: string[]) => Object.fromEntries(keys.map((key) => [key, key])));
  const read = createPreferenceReader(fetchAll, 5);
  const page = new AbortController();
  const results = Promise.allSettled([read('a', page.signal), read('a'), read('b', page.signal)]);
  page.abort();
  expect((await results).map((one) => one.status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  expect(fetchAll).toHaveBeenCalledExactlyOnceWith(['a']);

  await expect(read('c', page.signal)).rejects.toThrow();
  expect(fetchAll).toHaveBeenCalledOnce();
});
