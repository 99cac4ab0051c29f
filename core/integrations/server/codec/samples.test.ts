import { expect, test } from 'vitest';
import { isClose } from './samples.ts';

test('a number is as expected within the tolerance, bounds included', () => {
  expect([19, 20, 22, 23, -20].map((value) => isClose(value, 21, 1))).toEqual([false, true, true, false, false]);
  expect(isClose({ at: [{ level: 1.5 }] }, { at: [{ level: 2 }] }, 0.5)).toBe(true);
  expect(isClose('20', 20, 1)).toBe(false);
});

test('a value has the expected keys and no other', () => {
  expect(isClose({ level: 1 }, { level: 1, low: false }, 0)).toBe(false);
  expect(isClose({ level: 1, low: false }, { level: 1 }, 0)).toBe(false);
  expect(isClose({ level: 1 }, { low: 1 }, 0)).toBe(false);
  expect(isClose({ level: 1 }, { toString: 1 }, 0)).toBe(false);
  expect(isClose(null, {}, 0)).toBe(false);
});

test('a list is not an object, even with the same keys', () => {
  expect(isClose([1, 2], { 0: 1, 1: 2 }, 0)).toBe(false);
  expect(isClose({}, [], 0)).toBe(false);
  expect(isClose([1, 2], [1, 2], 0)).toBe(true);
  expect(isClose([1], [1, 2], 0)).toBe(false);
});
