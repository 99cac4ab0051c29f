/** Two successive readings of a counter. Times in milliseconds since 1970. */
export type IndexStep = { fromAt: number; from: number; at: number; value: number };
/** The physical limits of a meter model: its highest index, and the highest consumption in an hour. */
export type MeterLimits = { capacity?: number; maxPerHour?: number };
/** A rise that exceeds the limits and waits for a person's decision. */
export type OpenReview = { at: number; before: number };

/** What a step between two readings means, other than consumption. */
export type StepMeaning = 'jitter' | 'rollover' | 'reset' | 'implausible' | 'returned';

const hourMs = 3_600_000;
/** A smaller fall within an hour is jitter. */
const jitterShare = 0.005;
/** A counter that falls from above this share of its capacity has rolled over. */
const rolloverShare = 0.95;

/**
 * The meaning of a step; null for plain consumption. A fall is jitter, the return from an implausible rise, a roll-over
 * or a reset. A rise above the physical maximum is implausible.
 */
export function meaningOf(
  step: IndexStep,
  { capacity, maxPerHour }: MeterLimits,
  open: OpenReview | null,
): StepMeaning | null {
  const { fromAt, from, at, value } = step;
  const rise = value - from;
  if (rise >= 0) return maxPerHour !== undefined && rise > (maxPerHour * (at - fromAt)) / hourMs ? 'implausible' : null;
  if (open && open.at === fromAt && value >= open.before) return 'returned';
  if (at - fromAt <= hourMs && -rise <= from * jitterShare) return 'jitter';
  return capacity !== undefined && from > capacity * rolloverShare ? 'rollover' : 'reset';
}
