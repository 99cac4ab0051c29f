import { useMemo } from 'react';
import { type Period, periodOf } from '#platform/common/time.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { SelectedPeriod } from '#platform/web/ui/time/period.ts';
import { alongside, askFor, barsOf, comparedWith, stepOf, sumOf } from './consumption.ts';
import { type ReadingCalls, reachesNow, useReadings } from './use-readings.ts';

type Options = { deviceId: number; sensor: string; period: Period; chosen: SelectedPeriod; compare: boolean };

/** What a meter counted over a period by steps of the calendar, beside the period before when that is wanted. */
export function useConsumption(calls: ReadingCalls, { deviceId, sensor, period, chosen, compare }: Options) {
  const { zone } = useFormats();
  const sensors = useMemo(() => [sensor], [sensor]);
  const pair = useMemo(() => comparedWith(chosen.value), [chosen.value]);
  const before = useMemo(
    () => (pair && compare ? periodOf(pair.before, period.to, zone) : null),
    [pair, compare, period.to, zone],
  );
  // Beside a whole day or month, one that has just begun is shown in the same steps.
  const step = stepOf(before ?? period);
  const ask = useMemo(() => askFor(period, step, zone), [period, step, zone]);
  const askBefore = useMemo(() => askFor(before ?? period, step, zone), [before, period, step, zone]);
  const now = useReadings(calls, { deviceId, sensors, ...ask, live: reachesNow(period) });
  const then = useReadings(calls, { deviceId, sensors: before ? sensors : [], ...askBefore });

  const series = now.data?.series[0];
  const bars = useMemo(() => barsOf(series?.points ?? [], step, zone), [series, step, zone]);
  const earlier = useMemo(
    () => (before ? alongside(barsOf(then.data?.series[0]?.points ?? [], step, zone), before, period, step, zone) : []),
    [before, then.data, step, zone, period],
  );
  const whole = before ? Date.parse(before.to) - Date.parse(before.from) : 0;
  const from = Date.parse(period.from);
  return {
    pair,
    step,
    bars,
    earlier,
    unit: series?.unit ?? '',
    decimals: series?.decimals ?? 0,
    total: sumOf(bars),
    totalBefore: before && then.data ? sumOf(earlier) : null,
    /** As far into the period before as this one has come. */
    totalSoFar: before && then.data ? sumOf(earlier.filter((bar) => bar.at < Date.parse(period.to))) : null,
    span: before
      ? { from: period.from, to: new Date(Math.max(from + whole, Date.parse(period.to))).toISOString() }
      : period,
    loading: now.isPending || (before !== null && then.isPending),
    failed: now.isError || then.isError,
    retry: () => void Promise.all([now.refetch(), before && then.refetch()]),
  };
}
export type Consumption = ReturnType<typeof useConsumption>;
