import { expect, test, vi } from 'vitest';
import { createPreferenceReader } from './preferences.ts';

test('preferences asked together are read in one call', async () => {
  const fetchAll = vi.fn(async (keys: string[]) => Object.fromEntries(keys.map((key) => [key, `${key}!`])));
  const read = createPreferenceReader(fetchAll, 5);
  await expect(Promise.all([read('a'), read('b'), read('a')])).resolves.toEqual(['a!', 'b!', 'a!']);
  expect(fetchAll).toHaveBeenCalledExactlyOnceWith(['a', 'b']);
});

test('a failure reaches all who asked', async () => {
  const read = createPreferenceReader(async () => Promise.reject(new Error('away')), 5);
  const results = await Promise.allSettled([read('a'), read('b')]);
  expect(results.map((one) => one.status)).toEqual(['rejected', 'rejected']);
});
