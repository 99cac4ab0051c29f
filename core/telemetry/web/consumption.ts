import dayjs from 'dayjs';
import { comparisonPairs, daysIn, type Period, type PeriodName, periodPresets } from '#platform/common/time/time.ts';
import type { Series } from '../common/reading.ts';

export type ConsumptionStep = 'hour' | 'day' | 'month';
/** The consumption within a calendar step. `reading` is the meter reading at its end. */
export type Bar = { at: number; amount: number; reading: number };

const longestInHours = 2;
const longestInDays = 62;

/** Steps of hours up to two days, of days up to two months, of months beyond. */
export function consumptionStep(period: Period): ConsumptionStep {
  const days = daysIn(period);
  return days <= longestInHours ? 'hour' : days <= longestInDays ? 'day' : 'month';
}

/** The query for which every bucket is within one step: whole hours, or whole days for months. */
export function queryFor(period: Period, step: ConsumptionStep, zone: string): { period: Period; buckets: number } {
  const unit = step === 'month' ? 'day' : 'hour';
  const from = dayjs(period.from).tz(zone).startOf(unit);
  const whole = dayjs(period.to).tz(zone).startOf(unit);
  const to = whole.toISOString() === dayjs(period.to).toISOString() ? whole : whole.add(1, unit);
  const buckets = Math.max(1, Math.round(to.diff(from, unit, true)));
  return { period: { from: from.toISOString(), to: to.toISOString() }, buckets };
}

/** The increases of a total by calendar steps of the time zone. */
export function barsOf(points: Series['points'], step: ConsumptionStep, zone: string): Bar[] {
  const bars = new Map<number, Bar>();
  for (const [time, grown, , high] of points) {
    const at = dayjs(time).tz(zone).startOf(step).valueOf();
    bars.set(at, { at, amount: (bars.get(at)?.amount ?? 0) + grown, reading: high });
  }
  return [...bars.values()];
}

/** Moves the bars of another period to the same hour, day or month of this one. */
export function alignedTo(
  bars: readonly Bar[],
  otherPeriod: Period,
  period: Period,
  step: ConsumptionStep,
  zone: string,
): Bar[] {
  const start = dayjs(otherPeriod.from).tz(zone).startOf(step);
  const target = dayjs(period.from).tz(zone).startOf(step);
  return bars.map((bar) => ({
    ...bar,
    at: target.add(Math.round(dayjs(bar.at).tz(zone).diff(start, step, true)), step).valueOf(),
  }));
}

/** The period that a preset is compared with; null without one. */
export function comparedWith(preset: number): { name: PeriodName; before: PeriodName } | null {
  const name = periodPresets.find(({ value }) => value === preset)?.name;
  const pair = comparisonPairs.find(([now]) => now === name);
  return pair ? { name: pair[0], before: pair[1] } : null;
}

export const sumOf = (bars: readonly Bar[]): number => bars.reduce((sum, bar) => sum + bar.amount, 0);

/** The amount up to an instant; the step that contains it counts by the share that had passed by then. */
export const sumUntil = (bars: readonly Bar[], until: number, step: ConsumptionStep, zone: string): number =>
  bars.reduce((sum, { at, amount }) => {
    const length = dayjs(at).tz(zone).add(1, step).valueOf() - at;
    return sum + amount * Math.min(1, Math.max(0, (until - at) / length));
  }, 0);

/** The change in percent; null without a previous value. */
export const percentChange = (now: number, before: number): number | null =>
  before > 0 ? ((now - before) / before) * 100 : null;
