import { qualities, type ReadingQuality, type TotalAt } from './index-curve.ts';

/** The period of a bill; for an issued one also what has been charged for it so far, including corrections. */
export type BilledSpan = {
  from: number;
  to: number;
  /** Null for a bill that is yet to be issued. */
  settled: { amount: number; opening: ReadingQuality; closing: ReadingQuality } | null;
};

/** What a bill has to charge according to present knowledge; null if its issued figures remain valid. */
export type DueSpan = { opening: TotalAt; closing: TotalAt; known: boolean } | null;

/** An estimate is never replaced by another one, nor a reading by a guess once old readings have been deleted. */
const supersedes = (now: TotalAt | null, billed: ReadingQuality): now is TotalAt =>
  now !== null && now.quality !== 'estimated' && qualities.indexOf(now.quality) <= qualities.indexOf(billed);

const atLeast = ({ total, quality }: TotalAt, least: number): TotalAt => ({ total: Math.max(total, least), quality });

/**
 * The consumption of successive bills of a meter, in the order of their periods. A period opens with the total at which
 * the one before has closed, and never below what was charged before it, so that the bills always add up to the
 * difference of the totals at both ends, whatever arrives late. A period whose end cannot be known yet keeps what was
 * charged for it.
 */
export function settledConsumption(spans: readonly BilledSpan[], totalAt: (at: number) => TotalAt | null): DueSpan[] {
  let reached: { at: number; total: TotalAt } | null = null;
  return spans.map(({ from, to, settled }): DueSpan => {
    const least: number = reached?.total.total ?? Number.NEGATIVE_INFINITY;
    const begin: TotalAt | null = reached?.at === from ? reached.total : totalAt(from);
    if (!begin || (settled && !reached && !supersedes(begin, settled.opening))) return null;
    const opening = atLeast(begin, least);
    const end = totalAt(to);
    const known: boolean = !settled || supersedes(end, settled.closing);
    const closing = known
      ? end && atLeast(end, opening.total)
      : { total: opening.total + (settled?.amount ?? 0), quality: settled?.closing ?? 'estimated' };
    if (!closing) return null;
    reached = { at: to, total: closing };
    return { opening, closing, known };
  });
}
