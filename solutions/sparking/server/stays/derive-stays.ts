import type { Quality } from '#core/states/common/state-interval.ts';

/** A time in which a bay was in one state, in ms since 1970. `to` is null if it lasts, `value` if the state is unknown. */
export type BayState = { from: number; to: number | null; value: number | null; quality: Quality };

export type DerivedStay = { from: number; to: number | null; quality: Quality; endQuality: Quality | null };

/** A stay that had begun before: it is known to have lasted until then. */
export type Begun = { from: number; until: number; quality: Quality };

/** A vehicle that is there before and after a time in which nothing is known has not left, unless it was longer than this. */
export const longestGapMs = 86_400_000;

const order: readonly Quality[] = ['measured', 'corrected', 'bounded'];
const worse = (one: Quality, other: Quality): Quality => (order.indexOf(one) < order.indexOf(other) ? other : one);

type Open = { from: number; until: number | null; quality: Quality };

/**
 * The stays in a bay: runs of states in which it was occupied, in the order of time. A stay ends when the bay is known to be
 * free. If nothing was known before that, it ends with what was known last, and its end is bounded.
 */
export function deriveStays(states: readonly BayState[], begun: Begun | null): DerivedStay[] {
  const stays: DerivedStay[] = [];
  let open: Open | null = begun;
  const end = ({ from, until, quality }: Open, endQuality: Quality) => {
    stays.push({ from, to: until, quality, endQuality: until === null ? null : endQuality });
    open = null;
  };
  for (const { from, to, value, quality } of states) {
    if (value === null) continue;
    const before: Open | null = open;
    const gap = before === null || before.until === null ? 0 : from - before.until;
    if (value <= 0) {
      if (before) end(before, gap > 0 ? 'bounded' : quality);
      continue;
    }
    if (before && gap <= longestGapMs) {
      open = { ...before, until: to, quality: gap > 0 ? worse(before.quality, 'bounded') : before.quality };
      continue;
    }
    if (before) end(before, 'bounded');
    open = { from, until: to, quality };
  }
  if (open) end(open, 'bounded');
  return stays.filter(({ from, to }) => to === null || to > from);
}

/** The states of a bay from those of all that watches it, the most important first: each counts while the others are unknown. */
export function mergedStates(sources: readonly (readonly BayState[])[]): BayState[] {
  const [only, ...others] = sources.filter(({ length }) => length > 0);
  if (!only) return [];
  if (others.length === 0) return [...only];
  const all = [only, ...others];
  const times = [...new Set(all.flat().flatMap(({ from, to }) => (to === null ? from : [from, to])))].sort(
    (a, b) => a - b,
  );
  const merged: BayState[] = [];
  for (const [n, from] of times.entries()) {
    const to = times[n + 1] ?? null;
    const there = all.flatMap(
      (states) => states.find((one) => one.from <= from && (one.to === null || one.to > from)) ?? [],
    );
    const decides = there.find(({ value }) => value !== null) ?? there[0];
    if (!decides) continue;
    const last = merged.at(-1);
    if (last?.to === from && last.value === decides.value) last.to = to;
    else merged.push({ from, to, value: decides.value, quality: decides.from === from ? decides.quality : 'bounded' });
  }
  return merged;
}
