/** A span of time, in ms since 1970; without an end it lasts. The end is not part of it. */
export type Span = { from: number; to: number | null };

/**
 * Where a new span of a device begins among its others: `inside` is the one that holds at this instant and would end there,
 * `until` the instant at which the new one ends because of what is known of the time after it.
 */
export function placeIn<One extends Span>(
  spans: readonly One[],
  at: number,
): { inside: One | null; until: number | null } {
  const inside = spans.find(({ from, to }) => from <= at && (to === null || to > at)) ?? null;
  const next = spans.filter(({ from }) => from > at).toSorted((a, b) => a.from - b.from)[0];
  // The device left the former span at its end, so it does the new one.
  return { inside, until: inside?.to ?? next?.from ?? null };
}

export const overlap = (one: Span, other: Span): boolean =>
  (other.to === null || one.from < other.to) && (one.to === null || other.from < one.to);
