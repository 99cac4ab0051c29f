/** Counters begin again after 2³² vehicles; a lower total that follows a smaller one than this is a restart. */
const span = 2 ** 32;
const nearEnd = 4_000_000_000;
/** No gate sees more between two reports: what says so is another counter at its place, or a fault. */
const mostBetween = 1_000_000;

/** How many have passed between two totals of a counter, which may have wrapped or begun again from 0. */
export function passedBetween(before: number, after: number): number {
  const passed = after >= before ? after - before : before > nearEnd ? after + span - before : after;
  return passed > mostBetween ? 0 : passed;
}

/** A total at a time in ms since 1970. */
export type Total = { at: number; value: number };

/**
 * How many have passed, and when that was known, by totals that came after the last one, in any order. Late ones say nothing new: the totals since
 * then count them as well. The first total ever only says where the counter stands.
 */
export function passedSince(last: Total | null, totals: readonly Total[]): { passed: Total[]; last: Total | null } {
  const passed: Total[] = [];
  let known = last;
  for (const total of totals.toSorted((a, b) => a.at - b.at)) {
    if (known && total.at <= known.at) continue;
    const value = known ? passedBetween(known.value, total.value) : 0;
    if (value > 0) passed.push({ at: total.at, value });
    known = total;
  }
  return { passed, last: known };
}
