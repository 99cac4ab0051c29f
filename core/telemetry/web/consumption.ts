import dayjs from 'dayjs';
import { comparisonPairs, daysIn, type Period, type PeriodName, periodPresets } from '#platform/common/time.ts';
import type { Series } from '../common/reading.ts';

export type Step = 'hour' | 'day' | 'month';
/** What was consumed within one step of the calendar; `reading` is the meter's index at its end. */
export type Bar = { at: number; amount: number; reading: number };

const longestInHours = 2;
const longestInDays = 62;

/** Hours for two days, days for two months, months beyond. */
export function stepOf(period: Period): Step {
  const days = daysIn(period);
  return days <= longestInHours ? 'hour' : days <= longestInDays ? 'day' : 'month';
}

/** What to ask for so that every bucket lies within one step: whole hours, or whole days for months. */
export function askFor(period: Period, step: Step, zone: string): { period: Period; buckets: number } {
  const unit = step === 'month' ? 'day' : 'hour';
  const from = dayjs(period.from).tz(zone).startOf(unit);
  const whole = dayjs(period.to).tz(zone).startOf(unit);
  const to = whole.toISOString() === dayjs(period.to).toISOString() ? whole : whole.add(1, unit);
  const buckets = Math.max(1, Math.round(to.diff(from, unit, true)));
  return { period: { from: from.toISOString(), to: to.toISOString() }, buckets };
}

/** The increases of a total by steps of the calendar, as clocks in the zone show it. */
export function barsOf(points: Series['points'], step: Step, zone: string): Bar[] {
  const bars = new Map<number, Bar>();
  for (const [time, grown, , high] of points) {
    const at = dayjs(time).tz(zone).startOf(step).valueOf();
    bars.set(at, { at, amount: (bars.get(at)?.amount ?? 0) + grown, reading: high });
  }
  return [...bars.values()];
}

/** Bars of another period, put where the same hour, day or month of this one stands. */
export function alongside(bars: readonly Bar[], theirs: Period, ours: Period, step: Step, zone: string): Bar[] {
  const start = dayjs(theirs.from).tz(zone).startOf(step);
  const target = dayjs(ours.from).tz(zone).startOf(step);
  return bars.map((bar) => ({
    ...bar,
    at: target.add(Math.round(dayjs(bar.at).tz(zone).diff(start, step, true)), step).valueOf(),
  }));
}

/** The period that a preset is compared with, if there is one. */
export function comparedWith(preset: number): { name: PeriodName; before: PeriodName } | null {
  const name = periodPresets.find((one) => one.value === preset)?.name;
  const pair = comparisonPairs.find(([now]) => now === name);
  return pair ? { name: pair[0], before: pair[1] } : null;
}

export const sumOf = (bars: readonly Bar[]): number => bars.reduce((sum, bar) => sum + bar.amount, 0);

/** How much more or less in percent; null when there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | null =>
  before > 0 ? ((now - before) / before) * 100 : null;
