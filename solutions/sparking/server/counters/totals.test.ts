import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passedBetween, passedSince } from './totals.ts';

test('a counter that restarts or wraps has counted those that have passed', () => {
  expect(passedBetween(100, 130)).toBe(30);
  expect(passedBetween(100, 7)).toBe(7);
  expect(passedBetween(2 ** 32 - 3, 4)).toBe(7);
  expect(passedBetween(4_000_000_000, 4)).toBe(4);
});

test('totals in any order, and again, count each vehicle once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 20 }), fc.integer(), (steps, seed) => {
      let value = 1000;
      const totals = steps.map((step, n) => ({ at: n + 1, value: (value += step) }));
      const shuffled = [...totals, ...totals].toSorted(
        (a, b) => ((a.at * 7919 + seed) % 13) - ((b.at * 7919 + seed) % 13),
      );
      const { passed, last } = passedSince({ at: 0, value: 1000 }, shuffled);
      expect(passed.reduce((sum, one) => sum + one.value, 0)).toBe(value - 1000);
      expect(last).toEqual(totals.at(-1));
    }),
  );
});

test('the first total only says where a counter stands', () => {
  expect(passedSince(null, [{ at: 1, value: 10_231 }])).toEqual({ passed: [], last: { at: 1, value: 10_231 } });
});
