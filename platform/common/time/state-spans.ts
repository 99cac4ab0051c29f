/** A time in which a state held, in ms since 1970. */
export type StateSpan = { from: number; to: number };
/** A report of a state: it holds until the next one. */
export type StateReport = { at: number; on: boolean };

/** The times in which a state was reported, in the order of time. A report holds for `gapMs` at most, and until `until`. */
export function spansOn(
  reports: readonly StateReport[],
  { until, gapMs }: { until: number; gapMs: number },
): StateSpan[] {
  const spans: StateSpan[] = [];
  for (const [i, { at, on }] of reports.entries()) {
    if (!on || at >= until) continue;
    const to = Math.min(reports[i + 1]?.at ?? until, at + gapMs, until);
    const last = spans.at(-1);
    if (last?.to === at) last.to = to;
    else spans.push({ from: at, to });
  }
  return spans;
}

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
