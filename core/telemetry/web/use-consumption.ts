import { useMemo } from 'react';
import { type Period, periodOf } from '#platform/common/time/time.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { SelectedPeriod } from '#platform/web/ui/time/period.ts';
import { alignedTo, barsOf, comparedWith, consumptionStep, queryFor, sumOf, sumUntil } from './consumption.ts';
import { type ReadingCalls, reachesNow, useReadings } from './use-readings.ts';

type Options = { deviceId: number; sensor: string; period: Period; chosen: SelectedPeriod; compare: boolean };

/** The consumption of a meter over a period by calendar steps, optionally with the period before. */
export function useConsumption(calls: ReadingCalls, { deviceId, sensor, period, chosen, compare }: Options) {
  const { zone } = useFormats();
  const sensors = useMemo(() => [sensor], [sensor]);
  const pair = useMemo(() => comparedWith(chosen.value), [chosen.value]);
  const before = useMemo(
    () => (pair && compare ? periodOf(pair.before, period.to, zone) : null),
    [pair, compare, period.to, zone],
  );
  // A period that has just begun is shown in the same steps as the whole period before.
  const step = consumptionStep(before ?? period);
  const query = useMemo(() => queryFor(period, step, zone), [period, step, zone]);
  const queryBefore = useMemo(() => queryFor(before ?? period, step, zone), [before, period, step, zone]);
  const current = useReadings(calls, { deviceId, sensors, ...query, live: reachesNow(period) });
  const previous = useReadings(calls, { deviceId, sensors: before ? sensors : [], ...queryBefore });

  const series = current.data?.series[0];
  const bars = useMemo(() => barsOf(series?.points ?? [], step, zone), [series, step, zone]);
  const earlier = useMemo(
    () =>
      before ? alignedTo(barsOf(previous.data?.series[0]?.points ?? [], step, zone), before, period, step, zone) : [],
    [before, previous.data, step, zone, period],
  );
  const beforeMs = before ? Date.parse(before.to) - Date.parse(before.from) : 0;
  const from = Date.parse(period.from);
  return {
    pair,
    step,
    bars,
    earlier,
    unit: series?.unit ?? '',
    decimals: series?.decimals ?? 0,
    total: sumOf(bars),
    totalBefore: before && previous.data ? sumOf(earlier) : null,
    /** The total of the period before up to the same point. */
    totalSoFar: before && previous.data ? sumUntil(earlier, Date.parse(period.to), step, zone) : null,
    span: before
      ? { from: period.from, to: new Date(Math.max(from + beforeMs, Date.parse(period.to))).toISOString() }
      : period,
    loading: current.isPending || (before !== null && previous.isPending),
    failed: current.isError || previous.isError,
    retry: () => void Promise.all([current.refetch(), before && previous.refetch()]),
  };
}
export type Consumption = ReturnType<typeof useConsumption>;
