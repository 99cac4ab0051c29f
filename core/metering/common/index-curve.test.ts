import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boundariesOf,
  estimatedTotal,
  type IndexSegment,
  indexAt,
  type MeterHistory,
  midnightOf,
  type TotalPoint,
  toleranceOf,
  totalBetween,
  totalOf,
} from './index-curve.ts';
import { meaningOf } from './index-steps.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2026-03-01T00:00:00Z');
const zone = 'Asia/Dubai';
const limits = { capacity: 100_000, maxPerHour: 5 };
const step = (from: number, value: number, ms = hour) => ({ fromAt: start, from, at: start + ms, value });

test('a fall is jitter, a roll-over or a reset by its size and the index before', () => {
  expect(meaningOf(step(1000, 996), limits, null)).toBe('jitter');
  expect(meaningOf(step(1000, 994), limits, null)).toBe('reset');
  expect(meaningOf(step(1000, 996, 2 * hour), limits, null)).toBe('reset');
  expect(meaningOf(step(99_998, 2), limits, null)).toBe('rollover');
  expect(meaningOf(step(90_000, 2), limits, null)).toBe('reset');
});

test('a rise above the physical maximum is implausible until the index returns', () => {
  expect(meaningOf(step(1000, 1005), limits, null)).toBeNull();
  expect(meaningOf(step(1000, 1005.1), limits, null)).toBe('implausible');
  expect(meaningOf(step(90_000, 1001), limits, { at: start, before: 1000 })).toBe('returned');
  expect(meaningOf(step(1000, 90_000), {}, null)).toBeNull();
});

/** A meter that is replaced, rolls over or is reset between readings, with its true consumption. */
const meterLife = fc
  .array(
    fc.record({
      grown: fc.integer({ min: 0, max: 1000 }),
      gap: fc.integer({ min: 1, max: 3 * 24 * 60 }),
      event: fc.constantFrom('none', 'none', 'none', 'replaced', 'rollover'),
    }),
    { minLength: 2, maxLength: 60 },
  )
  .map((steps) => {
    const segments: IndexSegment[] = [{ from: start, startIndex: 500, to: null, endIndex: null }];
    const readings = [{ at: start, value: 500, truth: 0 }];
    let [at, index, truth] = [start, 500, 0];
    for (const { grown, gap, event } of steps) {
      at += gap * 60_000;
      const open = segments.at(-1) as IndexSegment;
      if (event === 'replaced') {
        Object.assign(open, { to: at, endIndex: index });
        segments.push({ from: at, startIndex: 7, to: null, endIndex: null });
        index = 7;
      } else if (event === 'rollover') {
        Object.assign(open, { to: at, endIndex: 100_000 });
        segments.push({ from: at, startIndex: 0, to: null, endIndex: null });
        truth += 100_000 - index;
        index = 0;
      }
      index += grown;
      truth += grown;
      readings.push({ at, value: index, truth });
    }
    return { history: { segments, exclusions: [] } satisfies MeterHistory, readings };
  });

test('the total over segments is what the meters truly counted, and yields the index again', () => {
  fc.assert(
    fc.property(meterLife, ({ history, readings }) => {
      for (const { truth, ...reading } of readings) {
        const point = totalOf(reading, history);
        expect(point.total).toBe(truth);
        expect(indexAt(point, history)).toBe(reading.value);
      }
    }),
  );
});

const valueAt = (at: number, points: readonly TotalPoint[], tolerance: number) =>
  totalBetween(
    at,
    points.findLast((point) => point.at <= at) ?? null,
    points.find((point) => point.at > at) ?? null,
    tolerance,
  );

test('the total at an instant grows with time, is exact at readings and lies between its neighbours', () => {
  const instants = fc.array(fc.integer({ min: 0, max: 60 * 3 * 24 * 60 }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(meterLife, instants, ({ history, readings }, minutes) => {
      const points = [...readings.map((one) => totalOf(one, history)), ...boundariesOf(history)].sort(
        (a, b) => a.at - b.at || a.total - b.total,
      );
      const last = points.at(-1) as TotalPoint;
      let before = 0;
      for (const minute of minutes.toSorted((a, b) => a - b)) {
        const at = Math.min(start + minute * 60_000, last.at);
        const found = valueAt(at, points, hour);
        expect(found).not.toBeNull();
        expect(found?.total).toBeGreaterThanOrEqual(before - 1e-6);
        expect(found?.total).toBeLessThanOrEqual(last.total + 1e-6);
        before = found?.total ?? before;
      }
      for (const reading of readings)
        expect(valueAt(reading.at, points, 0)).toEqual({ total: reading.truth, quality: 'measured' });
    }),
  );
});

test('a reading within two intervals is the measured value, otherwise the value is interpolated', () => {
  expect(toleranceOf(60)).toBe(hour);
  expect(toleranceOf(3600)).toBe(2 * hour);
  const [before, after] = [
    { at: start, total: 10 },
    { at: start + 4 * hour, total: 18 },
  ];
  expect(totalBetween(start + hour, before, after, hour)).toEqual({ total: 10, quality: 'measured' });
  expect(totalBetween(start + 2 * hour, before, after, hour)).toEqual({ total: 14, quality: 'interpolated' });
  expect(totalBetween(start + 2 * hour, before, null, hour)).toBeNull();
  // Of two equally near readings the earlier one counts.
  expect(totalBetween(start + 2 * hour, before, after, 2 * hour)).toEqual({ total: 10, quality: 'measured' });
});

test('an estimate counts the days on which the clocks change as one day each', () => {
  const berlin = 'Europe/Berlin';
  const days = Array.from({ length: 7 }, (_, n) => ({
    from: Date.parse('2026-03-02T23:00:00Z') + n * day,
    amount: 24,
  }));
  const estimated = (from: string, to: string) =>
    estimatedTotal(Date.parse(to), { at: Date.parse(from), total: 100 }, { days, dailyLastYear: null, zone: berlin });
  // 23 hours, then 25 hours.
  expect(estimated('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBeCloseTo(124, 9);
  expect(estimated('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBeCloseTo(124, 9);
});

test('a rise under review is not consumption, neither after it nor until the index returns', () => {
  const segments = [{ from: start, startIndex: 0, to: null, endIndex: null }];
  const exclusions = [
    { at: start + hour, until: null, rise: 1000 },
    { at: start + 3 * hour, until: start + 4 * hour, rise: 50 },
  ];
  const total = (hours: number, value: number) =>
    totalOf({ at: start + hours * hour, value }, { segments, exclusions }).total;
  expect([total(0, 5), total(1, 1006), total(2, 1007), total(3, 1058), total(4, 1009)]).toEqual([5, 6, 7, 8, 9]);
});

test('an estimate continues with the mean of the same weekday, never falls, and needs a basis', () => {
  const monday = midnightOf(Date.parse('2026-03-02T12:00:00Z'), zone);
  const days = Array.from({ length: 28 }, (_, n) => ({ from: monday + n * day, amount: n % 7 === 0 ? 70 : 7 }));
  const last = { at: monday + 28 * day, total: 1000 };
  const at = (hours: number) => estimatedTotal(last.at + hours * hour, last, { days, dailyLastYear: null, zone });
  expect(at(24)).toBe(1070);
  expect(at(12)).toBe(1035);
  expect(at(48)).toBe(1077);
  const few = { days: days.slice(0, 6), zone };
  expect(estimatedTotal(last.at + day, last, { ...few, dailyLastYear: 3 })).toBe(1003);
  expect(estimatedTotal(last.at + day, last, { ...few, dailyLastYear: null })).toBeNull();
  fc.assert(
    fc.property(fc.nat(2000), fc.nat(2000), (a, b) => {
      expect(at(Math.max(a, b)) ?? 0).toBeGreaterThanOrEqual((at(Math.min(a, b)) ?? 0) - 1e-6);
    }),
  );
});
