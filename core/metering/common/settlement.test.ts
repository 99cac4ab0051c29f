import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boundariesOf,
  type IndexSegment,
  type MeterHistory,
  type TotalAt,
  type TotalPoint,
  totalBetween,
  totalOf,
} from './index-curve.ts';
import { type BilledSpan, settledConsumption } from './settlement.ts';

const hour = 3_600_000;
const days = 24 * hour;
const start = Date.parse('2026-01-01T00:00:00Z');
const period = 10 * days;
const periods = 6;

/**
 * Readings of a meter that is replaced or rolls over, with their order of arrival and the times at which its bills are
 * issued.
 */
const life = fc.record({
  steps: fc.array(
    fc.record({
      minutes: fc.integer({ min: 20, max: 2 * 24 * 60 }),
      grown: fc.integer({ min: 0, max: 5000 }),
      event: fc.constantFrom('none', 'none', 'none', 'none', 'replaced', 'rollover'),
      delay: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
      repeated: fc.boolean(),
    }),
    { minLength: 30, maxLength: 80 },
  ),
  issues: fc.array(fc.record({ bill: fc.nat(periods - 1), at: fc.nat(periods * 10 + 40) }), { maxLength: 12 }),
  growth: fc.integer({ min: 0, max: 300 }),
});

type Arrival = { at: number; value: number; arrives: number };

function historyOf(steps: (typeof life extends fc.Arbitrary<infer Life> ? Life : never)['steps']) {
  const segments: IndexSegment[] = [{ from: start, startIndex: 500, to: null, endIndex: null }];
  const readings: Arrival[] = [{ at: start, value: 500, arrives: start }];
  let [at, index] = [start, 500];
  const next = (endIndex: number, startIndex: number) => {
    Object.assign(segments.at(-1) as IndexSegment, { to: at, endIndex });
    segments.push({ from: at, startIndex, to: null, endIndex: null });
    index = startIndex;
  };
  for (const { minutes, grown, event, delay, repeated } of steps) {
    at += minutes * 60_000;
    if (event === 'replaced') next(index + 3, 7);
    if (event === 'rollover') next(1_000_000, 0);
    index += grown / 1000;
    readings.push({ at, value: index, arrives: at + delay * days });
    if (repeated) readings.push({ at, value: index, arrives: at + (delay + 2) * days });
  }
  // The newest reading ends the history after the last bill.
  const end = Math.max(at, start + periods * period) + hour;
  readings.push({ at: end, value: index + 1, arrives: end });
  return { history: { segments, exclusions: [] } satisfies MeterHistory, readings, end };
}

/** The knowledge at an instant: the total at any time, with a guess after the latest reading that has arrived. */
const knownAt =
  (now: number, readings: readonly Arrival[], history: MeterHistory, growth: number) =>
  (at: number): TotalAt | null => {
    const arrived = readings.filter(({ arrives }) => arrives <= now).map((one) => totalOf(one, history));
    const points: TotalPoint[] = [...arrived, ...boundariesOf(history).filter((one) => one.at <= now)].sort(
      (a, b) => a.at - b.at || a.total - b.total,
    );
    const before = points.findLast((point) => point.at <= at) ?? null;
    const after = points.find((point) => point.at > at) ?? null;
    const found = totalBetween(at, before, after, hour);
    if (found || !before) return found;
    return { total: before.total + ((at - before.at) / days) * growth, quality: 'estimated' };
  };

type Issued = { n: number; charged: number; opening: TotalAt['quality']; closing: TotalAt['quality'] };

/** Issues the bill of a period and corrects the others, as a meter's next bill does. */
function issue(n: number, issued: Issued[], totalAt: (at: number) => TotalAt | null): void {
  if (issued.some((bill) => bill.n === n)) return;
  const own: Issued = { n, charged: 0, opening: 'measured', closing: 'measured' };
  const all = [...issued, own].sort((a, b) => a.n - b.n);
  const spans = all.map((bill): BilledSpan => {
    const { n: number, charged: amount, opening, closing } = bill;
    const settled = bill === own ? null : { amount, opening, closing };
    return { from: start + number * period, to: start + (number + 1) * period, settled };
  });
  const due = settledConsumption(spans, totalAt);
  const drafted = due[all.indexOf(own)];
  if (!drafted) return;
  all.forEach((bill, i) => {
    const one = due[i];
    if (one?.known) bill.charged = one.closing.total - one.opening.total;
  });
  issued.push(Object.assign(own, { opening: drafted.opening.quality, closing: drafted.closing.quality }));
}

test('bills add up to the difference of the indices, whatever arrives late, twice or in another order', () => {
  fc.assert(
    fc.property(life, ({ steps, issues, growth }) => {
      const { history, readings, end } = historyOf(steps);
      const issued: Issued[] = [];
      for (const { bill, at } of issues.toSorted((a, b) => a.at - b.at)) {
        const now = start + at * days;
        if (now >= start + (bill + 1) * period) issue(bill, issued, knownAt(now, readings, history, growth));
      }
      // Once everything has arrived, the bills that are still missing are issued.
      const last = knownAt(end + 60 * days, readings, history, growth);
      for (let n = 0; n <= periods - 1; n++) issue(n, issued, last);
      expect(issued).toHaveLength(periods);
      // The next bill after the last correction.
      issue(periods, [...issued], last);
      const sum = issued.reduce((all, { charged }) => all + charged, 0);
      const [first, final] = [last(start)?.total ?? 0, last(start + periods * period)?.total ?? 0];
      expect(sum).toBeCloseTo(final - first, 6);
      for (const { n, charged } of issued) {
        const [from, to] = [last(start + n * period), last(start + (n + 1) * period)];
        expect(charged).toBeCloseTo((to?.total ?? 0) - (from?.total ?? 0), 6);
      }
    }),
    { numRuns: 300 },
  );
});

test('at any time the bills so far add up to the total at which the newest of them has closed', () => {
  fc.assert(
    fc.property(life, ({ steps, growth, issues }) => {
      const { history, readings } = historyOf(steps);
      const issued: Issued[] = [];
      for (let n = 0; n < periods; n++) {
        const now = start + (n + 1) * period + ((issues[n]?.at ?? 3) % 10) * days;
        const totalAt = knownAt(now, readings, history, growth);
        issue(n, issued, totalAt);
        const sum = issued.reduce((all, { charged }) => all + charged, 0);
        const end = totalAt(start + (n + 1) * period);
        if (end && end.quality !== 'estimated') expect(sum).toBeGreaterThanOrEqual(end.total - 1e-6);
      }
    }),
    { numRuns: 100 },
  );
});

const readings: Record<number, TotalAt> = {};
const at = (when: number) => readings[when] ?? null;
const charge = (from: number, to: number, amount: number, closing: TotalAt['quality']): BilledSpan => ({
  from,
  to,
  settled: { amount, opening: 'measured', closing },
});

test('a bill opens where the one before has closed as long as its estimate has not been replaced by a reading', () => {
  Object.assign(readings, {
    0: { total: 0, quality: 'measured' },
    1: { total: 70, quality: 'estimated' },
    2: { total: 150, quality: 'measured' },
  });
  // Both below and above the present estimate.
  for (const billed of [60, 80]) {
    const spans = [charge(0, 1, billed, 'estimated'), { from: 1, to: 2, settled: null }];
    expect(settledConsumption(spans, at).map((one) => [one?.opening.total, one?.closing.total, one?.known])).toEqual([
      [0, billed, false],
      [billed, 150, true],
    ]);
  }
});

test('a bill never opens below what was charged before it, and never charges a negative amount', () => {
  Object.assign(readings, {
    0: { total: 0, quality: 'measured' },
    1: { total: 10, quality: 'measured' },
    2: { total: 9, quality: 'measured' },
    3: { total: 12, quality: 'measured' },
  });
  const spans = [charge(0, 1, 10, 'measured'), charge(1, 2, 0, 'measured'), { from: 2, to: 3, settled: null }];
  expect(settledConsumption(spans, at).map((one) => (one ? one.closing.total - one.opening.total : null))).toEqual([
    10, 0, 2,
  ]);
});

test('a reading that was deleted after its bill was issued leaves the charge of the bill as it is', () => {
  Object.assign(readings, {
    0: { total: 0, quality: 'measured' },
    1: { total: 33, quality: 'interpolated' },
    2: { total: 100, quality: 'measured' },
  });
  const spans = [charge(0, 1, 60, 'measured'), { from: 1, to: 2, settled: null }];
  expect(settledConsumption(spans, at).map((one) => (one ? one.closing.total - one.opening.total : null))).toEqual([
    60, 40,
  ]);
});
