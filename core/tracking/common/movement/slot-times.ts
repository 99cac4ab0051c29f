export const quarterSeconds = 900;
export const quarterMs = quarterSeconds * 1000;

/** Times in milliseconds, sorted, at which a device passed from one subject to another: figures are cut there as well. */
export type Cuts = readonly number[];

/** The beginning of the quarter of an hour of UTC that a time is in. */
export const quarterOf = (time: number): number => Math.floor(time / quarterMs) * quarterMs;

/** Figures count whole seconds, so that the figures of parts add up to those of the whole. */
export const wholeSecond = (time: number): number => Math.floor(time / 1000) * 1000;

/** The beginning of the slot that a time is in: its quarter of an hour, or the last cut within that. */
export const slotOf = (time: number, cuts: Cuts): number =>
  Math.max(quarterOf(time), cuts.findLast((cut) => cut <= time) ?? Number.NEGATIVE_INFINITY);

/** The parts of a period by slots. */
export function* partsOf(from: number, to: number, cuts: Cuts): Iterable<{ from: number; to: number }> {
  for (let start = from; start < to; ) {
    const cut = cuts.find((one) => one > start) ?? Number.POSITIVE_INFINITY;
    const end = Math.min(to, quarterOf(start) + quarterMs, cut);
    yield { from: start, to: end };
    start = end;
  }
}

/** Whole numbers in proportion to shares, which add up to a whole total (largest remainder). */
export function shareOut(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((all, one) => all + one, 0);
  if (sum <= 0) return shares.map((_, i) => (i === 0 ? total : 0));
  const exact = shares.map((share) => (total * share) / sum);
  const whole = exact.map(Math.floor);
  const left = total - whole.reduce((all, one) => all + one, 0);
  const byRemainder = exact
    .map((value, i) => ({ i, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, left)) whole[i] = (whole[i] ?? 0) + 1;
  return whole;
}
