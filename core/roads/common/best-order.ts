import { drivingSeconds, follow, lateStops, type OrderProblem } from './order-cost.ts';

export type BestOrder = {
  /** The stops by their index, in the order to visit them. */
  order: number[];
  /** Driving alone, without waiting and service. */
  seconds: number;
  /** Stops that cannot be reached within their windows. */
  late: number[];
};

type Cost = (order: readonly number[]) => number;
/** An order and its cost. */
type Found = { order: number[]; cost: number };
/** The positions that may change, both inclusive. */
type Free = { from: number; to: number };

/** So many stops are ordered exactly. */
const exactStops = 9;
/** The work of a search, in visited stops: about a quarter of a second for 50 of them. */
const searchWork = 6_000_000;
const mostRounds = 80;
const longestSegment = 3;

/**
 * The order in which stops take the least time. Up to nine stops it is exact; more are ordered by cheapest insertion, 2-opt
 * and Or-opt, again from disturbed orders. The same stops always have the same order.
 */
export function bestOrder(problem: OrderProblem): BestOrder {
  const count = problem.seconds.length;
  const free = { from: problem.keepFirst ? 1 : 0, to: count - 1 - (problem.keepLast ? 1 : 0) };
  const work = { left: searchWork };
  const cost: Cost = (order) => {
    work.left -= order.length;
    return follow(problem, order);
  };
  const given = problem.seconds.map((_, stop) => stop);
  const inserted = insertAll(cost, given, free);
  const start = [found(cost, given), found(cost, inserted)].map((one) => improve(cost, one, free, work));
  const first = start.reduce(better);
  const best = free.to - free.from < exactStops ? exact(problem, free, first) : search(cost, first, free, work);
  return { order: best.order, seconds: drivingSeconds(problem, best.order), late: lateStops(problem, best.order) };
}

const found = (cost: Cost, order: number[]): Found => ({ order, cost: cost(order) });
/** The first one if both cost the same, so that nothing moves without a gain. */
const better = (a: Found, b: Found): Found => (b.cost < a.cost ? b : a);

/** Cheapest insertion: each time the stop and the position that cost the least. */
function insertAll(cost: Cost, given: readonly number[], { from, to }: Free): number[] {
  let order = [...given.slice(0, from), ...given.slice(to + 1)];
  const rest = new Set(given.slice(from, to + 1));
  const last = given.length - 1 - to;
  while (rest.size > 0) {
    let best: (Found & { stop: number }) | undefined;
    for (const stop of rest)
      for (let at = from; at <= order.length - last; at++) {
        const tried = found(cost, [...order.slice(0, at), stop, ...order.slice(at)]);
        if (!best || tried.cost < best.cost) best = { ...tried, stop };
      }
    if (!best) break;
    order = best.order;
    rest.delete(best.stop);
  }
  return order;
}

/** 2-opt and Or-opt until neither gains anything. */
function improve(cost: Cost, start: Found, free: Free, work: { left: number }): Found {
  let best = start;
  for (;;) {
    const before = best.cost;
    for (const neighbours of [reversals, moves])
      for (const order of neighbours(best.order, free)) {
        const tried = found(cost, order);
        // Less than a hundredth of a second is the arithmetic of fractions.
        if (tried.cost < best.cost - 0.01) best = tried;
        if (work.left <= 0) return best;
      }
    if (best.cost >= before) return best;
  }
}

/** 2-opt: each part of the order the other way round. */
function* reversals(order: readonly number[], { from, to }: Free): Generator<number[]> {
  for (let start = from; start < to; start++)
    for (let end = start + 1; end <= to; end++)
      yield [...order.slice(0, start), ...order.slice(start, end + 1).reverse(), ...order.slice(end + 1)];
}

/** Or-opt: each short part at each other position, in both directions. */
function* moves(order: readonly number[], { from, to }: Free): Generator<number[]> {
  for (let length = 1; length <= longestSegment; length++)
    for (let start = from; start + length - 1 <= to; start++) {
      const part = order.slice(start, start + length);
      const rest = [...order.slice(0, start), ...order.slice(start + length)];
      for (let at = from; at <= to - length + 1; at++) {
        if (at !== start) yield [...rest.slice(0, at), ...part, ...rest.slice(at)];
        if (length > 1) yield [...rest.slice(0, at), ...[...part].reverse(), ...rest.slice(at)];
      }
    }
}

/** Repeats the improvement from disturbed orders, as long as there is work left. */
function search(cost: Cost, start: Found, free: Free, work: { left: number }): Found {
  const random = numbers();
  let best = start;
  for (let round = 0; round < mostRounds && work.left > 0; round++)
    best = better(best, improve(cost, found(cost, disturbed(best.order, free, random)), free, work));
  return best;
}

/** Two neighbouring parts change places, which neither 2-opt nor Or-opt undoes. */
function disturbed(order: readonly number[], { from, to }: Free, random: () => number): number[] {
  const between = () => from + Math.floor(random() * (to - from + 2));
  const [a = from, b = from, c = to + 1] = [between(), between(), between()].sort((x, y) => x - y);
  return [...order.slice(0, a), ...order.slice(b, c), ...order.slice(a, b), ...order.slice(c)];
}

/** Every order, without those that already cost more than the best one. */
function exact(problem: OrderProblem, { from, to }: Free, start: Found): Found {
  let best = start;
  const given = problem.seconds.map((_, stop) => stop);
  const end = given.slice(to + 1);
  const visit = (order: number[], rest: readonly number[]): void => {
    if (rest.length === 0) {
      const whole = [...order, ...end];
      best = better(
        best,
        found((tried) => follow(problem, tried), whole),
      );
      return;
    }
    if (follow(problem, order) >= best.cost) return;
    for (const stop of rest)
      visit(
        [...order, stop],
        rest.filter((other) => other !== stop),
      );
  };
  visit(given.slice(0, from), given.slice(from, to + 1));
  return best;
}

/** The same numbers from 0 to 1 each time (mulberry32). */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
