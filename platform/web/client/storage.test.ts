import { expect, test } from 'vitest';
import { removeOldEntries, type Stored, storedItem } from './storage.ts';

function memory(entries: Record<string, string>): Stored & { all(): string[] } {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (at) => [...map.keys()][at] ?? null,
    get length() {
      return map.size;
    },
    all: () => [...map.keys()],
  };
}

test('stored entries of older releases are removed, others stay', () => {
  const localStorage = memory({ 'user#1.0.2': '1', 'language#1.0.2': '"en"', 'language#1.1.0': '"ar"', other: 'x' });
  const sessionStorage = memory({ 'device_list/1/2#1.0.2': '{}', 'device_list/1/2#1.1.0': '{}' });
  removeOldEntries({ localStorage, sessionStorage });
  expect(localStorage.all()).toEqual(['language#1.1.0', 'other']);
  expect(sessionStorage.all()).toEqual(['device_list/1/2#1.1.0']);
});

test('a stored value that cannot be parsed counts as absent', () => {
  const storage = memory({ 'tokens#1.1.0': '{broken' });
  expect(storedItem('tokens', () => storage).get()).toBeUndefined();
  expect(storage.all()).toEqual([]);
});
