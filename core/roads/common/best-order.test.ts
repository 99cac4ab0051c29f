import { describe, expect, test } from 'vitest';
import { bestOrder } from './best-order.ts';
import { drivingSeconds, follow, lateStops, type OrderProblem } from './order-cost.ts';
import type { Place } from './roads.ts';
import { straightMatrix } from './straight.ts';

/** The same places each time, in a square of about 40 km. */
function places(count: number, seed: number): Place[] {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () => ({ lat: 25 + next() * 0.36, lng: 55 + next() * 0.4 }));
}
const problemOf = (count: number, seed: number, more: Partial<OrderProblem> = {}): OrderProblem => {
  const at = places(count, seed);
  return { seconds: straightMatrix(at, at).seconds, ...more };
};

function* permutations(of: readonly number[]): Generator<number[]> {
  if (of.length === 0) yield [];
  for (const first of of) for (const rest of permutations(of.filter((one) => one !== first))) yield [first, ...rest];
}
/** The least cost of all orders. */
function bruteForce(problem: OrderProblem): number {
  const stops = problem.seconds.map((_, stop) => stop);
  const start = problem.keepFirst ? stops.splice(0, 1) : [];
  const end = problem.keepLast ? stops.splice(-1) : [];
  let least = Number.POSITIVE_INFINITY;
  for (const middle of permutations(stops)) least = Math.min(least, follow(problem, [...start, ...middle, ...end]));
  return least;
}
/** The least driving time from the first stop through all others (Held–Karp). */
function heldKarp({ seconds }: OrderProblem): number {
  const count = seconds.length;
  const least = Array.from({ length: 1 << count }, () => new Float64Array(count).fill(Number.POSITIVE_INFINITY));
  (least[1] as Float64Array)[0] = 0;
  for (let set = 1; set < 1 << count; set++)
    for (let last = 0; last < count; last++) {
      const before = least[set]?.[last] ?? Number.POSITIVE_INFINITY;
      if (before === Number.POSITIVE_INFINITY) continue;
      for (let next = 0; next < count; next++) {
        if (set & (1 << next)) continue;
        const row = least[set | (1 << next)] as Float64Array;
        row[next] = Math.min(row[next] ?? 0, before + (seconds[last]?.[next] ?? 0));
      }
    }
  return Math.min(...(least.at(-1) as Float64Array));
}

describe('the best order of stops', () => {
  test.each([1, 2, 3])('of up to nine stops is that of all orders (%i)', (seed) => {
    for (const ends of [{}, { keepFirst: true }, { keepFirst: true, keepLast: true }]) {
      const problem = problemOf(8, seed, ends);
      const { order } = bestOrder(problem);
      expect(follow(problem, order)).toBeCloseTo(bruteForce(problem), 6);
      if (problem.keepFirst) expect(order[0]).toBe(0);
      if (problem.keepLast) expect(order.at(-1)).toBe(7);
    }
  });

  test.each([4, 5, 6, 7, 8])('of twelve stops is within three percent of the exact one (%i)', (seed) => {
    const problem = problemOf(12, seed, { keepFirst: true });
    const { order, seconds } = bestOrder(problem);
    expect([...order].sort((a, b) => a - b)).toEqual(problem.seconds.map((_, stop) => stop));
    expect(seconds).toBeLessThanOrEqual(heldKarp(problem) * 1.03);
  });

  test('of fifty stops visits each of them once, and is the same each time', () => {
    const problem = problemOf(50, 9, { keepFirst: true, keepLast: true });
    const { order, seconds } = bestOrder(problem);
    expect([order[0], order.at(-1), new Set(order).size]).toEqual([0, 49, 50]);
    expect(seconds).toBeLessThan(drivingSeconds(problem, [...problem.seconds.keys()]) / 2);
    expect(bestOrder(problem).order).toEqual(order);
  });

  test('leaves stops alone that are already in the best order', () => {
    const inLine = [0, 1, 2, 3].map((n) => ({ lat: 25, lng: 55 + n / 100 }));
    expect(bestOrder({ seconds: straightMatrix(inLine, inLine).seconds }).order).toEqual([0, 1, 2, 3]);
  });

  test('of a single stop, or of none, is what there is', () => {
    expect(bestOrder({ seconds: [[0]], keepFirst: true, keepLast: true })).toEqual({
      order: [0],
      seconds: 0,
      late: [],
    });
    expect(bestOrder({ seconds: [] }).order).toEqual([]);
  });
});

describe('windows', () => {
  const hour = 3600;
  /** Four stops in a line, ten minutes apart. */
  const line = [0, 1, 2, 3].map((a) => [0, 1, 2, 3].map((b) => Math.abs(a - b) * 600));

  test('are kept, even by a detour', () => {
    const windows = [null, null, null, { from: 8 * hour, to: 8 * hour + 1800 }];
    const problem = { seconds: line, windows, departAt: 8 * hour, keepFirst: true };
    const { order, late } = bestOrder(problem);
    expect(late).toEqual([]);
    expect(order).toEqual([0, 1, 2, 3]);
    const early = { ...problem, serviceSeconds: [0, hour, hour, 0] };
    expect(bestOrder(early)).toMatchObject({ order: [0, 3, 2, 1], late: [] });
  });

  test('that cannot be kept are named, and the others are still kept', () => {
    const windows = [null, { from: 8 * hour, to: 8 * hour + 60 }, null, { from: 9 * hour, to: 10 * hour }];
    const found = bestOrder({ seconds: line, windows, departAt: 8 * hour, keepFirst: true });
    expect(found.late).toEqual([1]);
  });

  test('without a departure begin with the first window', () => {
    const windows = [null, { from: 8 * hour, to: 8 * hour + 60 }, null, { from: 9 * hour, to: 10 * hour }];
    expect(bestOrder({ seconds: line, windows, keepFirst: true }).late).toEqual([]);
  });

  test('of up to nine stops are kept exactly as well as of all orders', () => {
    const windows = Array.from({ length: 7 }, (_, n) =>
      n % 2 ? { from: 8 * hour + n * 900, to: 8 * hour + n * 900 + 2700 } : null,
    );
    const problem = problemOf(7, 11, {
      ...{ windows, departAt: 8 * hour, keepFirst: true },
      serviceSeconds: Array.from({ length: 7 }, () => 300),
    });
    const { order, late } = bestOrder(problem);
    expect(follow(problem, order)).toBeCloseTo(bruteForce(problem), 6);
    expect(late).toEqual(lateStops(problem, order));
  });
});
