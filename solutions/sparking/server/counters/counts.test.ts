import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillOf } from './fill-state.ts';
import { placesOf, reconciled, shownCount } from './group-tallies.ts';
import { passedSince, type Total } from './totals.ts';

const small = fc.nat(300);
const tally = fc.record({
  countMode: fc.constantFrom('slots', 'counters', 'both'),
  capacity: small,
  free: small,
  occupied: small,
  unknown: small,
  raw: fc.option(fc.integer({ min: -1000, max: 1000 })),
});

test('free is never negative nor above the total, and unknown is not free, whatever counters say', () => {
  fc.assert(
    fc.property(tally, (one) => {
      const { free, occupied, unknown } = placesOf(one);
      expect(Math.min(free, occupied, unknown)).toBeGreaterThanOrEqual(0);
      if (one.countMode === 'counters') expect(free + occupied + unknown).toBe(one.capacity);
      else expect(free).toBe(one.free);
      expect(shownCount(one)).toBeLessThanOrEqual(one.capacity);
    }),
  );
});

test('a count is moved to the nearer bound of what the bays allow for, and stays between them', () => {
  const bays = { occupied: 5, unknown: 2 };
  expect([3, 5, 6, 7, 9].map((raw) => reconciled({ ...bays, raw }))).toEqual([5, 5, 6, 7, 7]);
});

test('full and almost full are left only when some more have gone, and need four of five places to be known', () => {
  const limits = { almostFullPct: 90, fullPct: 98 };
  const at = (occupied: number, before: 'open' | 'almost-full' | 'full') =>
    fillOf({ free: 100 - occupied, occupied, unknown: 3 }, before, limits);
  expect([at(89, 'open'), at(90, 'open'), at(98, 'almost-full')]).toEqual(['open', 'almost-full', 'full']);
  expect(fillOf({ free: 0, occupied: 7, unknown: 3 }, 'open', limits)).toBe('open');
  expect(fillOf({ free: 0, occupied: 8, unknown: 2 }, 'open', limits)).toBe('full');
  expect([at(95, 'full'), at(94, 'full')]).toEqual(['full', 'almost-full']);
  expect([at(87, 'almost-full'), at(86, 'almost-full')]).toEqual(['almost-full', 'open']);
});

const span = 2 ** 32;
const wrongDay = fc.record({
  arrived: fc.nat(200),
  left: fc.nat(200),
  exitsLost: fc.nat(4),
  countedTwice: fc.nat(3),
  restarts: fc.boolean(),
});

test('gates that restart, wrap, lose exits and count trailers twice agree with the bays after each of 30 nights', () => {
  fc.assert(
    fc.property(fc.array(wrongDay, { minLength: 30, maxLength: 30 }), fc.nat(5), (days, unknown) => {
      let [there, count] = [0, 0];
      const last: Record<'in' | 'out', Total> = { in: { at: 0, value: span - 90 }, out: { at: 0, value: span - 60 } };
      const passed = (key: 'in' | 'out', day: number, vehicles: number, restarts: boolean) => {
        const { value } = last[key];
        // Near its end a restart looks like a wrap.
        const from = restarts && value < span / 2 ? 0 : value;
        const found = passedSince(last[key], [{ at: day, value: (from + vehicles) % span }]);
        last[key] = found.last ?? last[key];
        return found.passed.reduce((sum, one) => sum + one.value, 0);
      };
      for (const [n, { arrived, left, exitsLost, countedTwice, restarts }] of days.entries()) {
        const leaving = Math.min(left, there + arrived);
        there += arrived - leaving;
        count += passed('in', n + 1, arrived + countedTwice, restarts);
        count -= passed('out', n + 1, Math.max(0, leaving - exitsLost), restarts);
        const occupied = there - Math.min(unknown, there);
        const corrected = reconciled({ raw: count, occupied, unknown });
        expect(corrected).toBeGreaterThanOrEqual(occupied);
        expect(corrected).toBeLessThanOrEqual(occupied + unknown);
        if (count >= occupied && count <= occupied + unknown) expect(corrected).toBe(count);
        expect(Math.abs(corrected - there)).toBeLessThanOrEqual(unknown);
        count = corrected;
      }
    }),
  );
});
