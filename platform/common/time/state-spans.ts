/** A time in which a state held, in ms since 1970. */
export type StateSpan = { from: number; to: number };

/** The spans within a period. */
export const clipped = (spans: readonly StateSpan[], { from, to }: StateSpan): StateSpan[] =>
  spans
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.to > span.from);

export const lengthOf = (spans: readonly StateSpan[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** The share of a period in which the state held; 0 of an instant. */
export const stateShare = (spans: readonly StateSpan[], period: StateSpan): number =>
  period.to > period.from ? lengthOf(clipped(spans, period)) / (period.to - period.from) : 0;
