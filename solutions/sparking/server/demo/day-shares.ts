import { quarterMs } from '../stays/times.ts';
import { numbersOf, staysBetween } from './bay-days.ts';
import { baysOf, type DemoCarPark } from './car-parks.ts';

/** The share of the bays of a car park that its vehicles occupy in each quarter of an hour between two whole ones. */
export function occupiedShares({ key, habits, groups }: DemoCarPark, from: number, to: number): number[] {
  const bays = groups.flatMap(baysOf);
  const shares = Array.from({ length: (to - from) / quarterMs }, () => 0);
  for (const bay of bays)
    for (const stay of staysBetween(key, bay, habits, from, to)) {
      const [begin, end] = [Math.max(stay.from, from), Math.min(stay.to, to)];
      for (let at = Math.floor((begin - from) / quarterMs); from + at * quarterMs < end; at++) {
        const start = from + at * quarterMs;
        const part = Math.min(end, start + quarterMs) - Math.max(begin, start);
        shares[at] = (shares[at] ?? 0) + part / quarterMs / bays.length;
      }
    }
  return shares;
}

/** The same in an order that follows from a name, so that neither hours nor days say anything. */
export function shuffled(shares: readonly number[], name: string): number[] {
  const next = numbersOf(name);
  return shares
    .map((share) => ({ share, order: next() }))
    .sort((one, other) => one.order - other.order)
    .map(({ share }) => share);
}
