import type { Counters } from '../../common/analysis/analysis.ts';
import type { Settings } from '../../common/settings/setting.ts';

/** Ends that say nothing about whether an alarm was false. */
export const neither: readonly string[] = ['test', 'duplicate'];

/** False alarms in all incidents that were closed, without tests and duplicates; null without any. */
export function falseRate(closed: Counters['closed']): number | null {
  const sum = (rows: Counters['closed']) => rows.reduce((all, { count }) => all + count, 0);
  const wrong = sum(closed.filter(({ disposition }) => disposition === 'rejected'));
  const right = sum(
    closed.filter(({ disposition, reason }) => disposition === 'terminated' && !neither.includes(reason ?? '')),
  );
  return wrong + right === 0 ? null : wrong / (wrong + right);
}

/** The fee of the band that a number of false alarms is in; null below all bands. */
export const feeOf = (bands: Settings['feeBands'], count: number): number | null =>
  bands.findLast(({ from }) => from <= count)?.feeAed ?? null;
