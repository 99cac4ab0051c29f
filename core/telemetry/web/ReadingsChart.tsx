import { Chip, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DevicePage, LatestValue } from '#core/devices/common/device.ts';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import type { Period } from '#platform/common/time.ts';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { maxChartDays, type Series } from '../common/reading.ts';
import { useText } from './texts.ts';
import { type ReadingCalls, reachesNow, useReadings } from './use-readings.ts';

/** Charts of a device's readings over a period, one for each unit, with a shared cursor. */
export function ReadingsChart({ calls, device, app }: { calls: ReadingCalls; device: DevicePage; app: string }) {
  const t = useText();
  const { name } = useSensorTexts(app);
  const { chosen, period, choose } = usePeriod({ maxDays: maxChartDays });
  const drawable = device.values.filter((value) => value.kind !== 'text');
  const [sensors, choice] = useSensors(drawable);
  const live = reachesNow(period);
  const readings = useReadings(calls, { deviceId: device.id, sensors, period, live });
  const charts = useMemo(
    () => byUnit((readings.data?.series ?? []).filter((line) => sensors.includes(line.sensor))),
    [readings.data, sensors],
  );
  const shown = useMemo(() => (live ? extendToNewest(period, charts.flat()) : period), [live, period, charts]);
  return (
    <Panel title={t('chart.title')} aside={<PeriodSelector value={chosen} onChange={choose} maxDays={maxChartDays} />}>
      <Stack gap="sm">
        <Chip.Group multiple value={[...sensors]} onChange={choice}>
          <Group gap="xs" role="group" aria-label={t('chart.sensors')}>
            {drawable.map(({ sensor }) => (
              <Chip key={sensor} value={sensor} size="xs" variant="light">
                {name(sensor)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {readings.isError ? (
          <FailedState onRetry={() => void readings.refetch()} />
        ) : readings.isPending ? (
          <TimeChart label={t('chart.title')} series={[]} loading />
        ) : (
          charts.map((group) => {
            const names = group.map((line) => name(line.sensor)).join(', ');
            return (
              <div key={group.map((line) => line.sensor).join()}>
                {charts.length > 1 && (
                  <Text size="sm" fw={600} mt="xs">
                    {names}
                  </Text>
                )}
                <TimeChart
                  label={t('chart.label', { sensors: names })}
                  unit={group[0]?.unit ?? ''}
                  period={shown}
                  group={`device-${device.id}`}
                  series={group.map((line) => ({
                    name: name(line.sensor),
                    kind: line.counter ? 'bar' : 'line',
                    decimals: line.decimals,
                    unit: line.unit,
                    points: line.points.map(([at, mean]) => [at, mean] as const),
                  }))}
                />
              </div>
            );
          })
        )}
      </Stack>
    </Panel>
  );
}

/** Series with the same unit share a chart. Counters are drawn as bars in their own chart. */
const byUnit = (series: readonly Series[]): Series[][] => [
  ...Map.groupBy(series, (line) => (line.unit && !line.counter ? line.unit : line.sensor)).values(),
];

const extendToNewest = (period: Period, series: readonly Series[]): Period => {
  const last = Math.max(Date.parse(period.to), ...series.map((line) => line.points.at(-1)?.[0] ?? 0));
  return { from: period.from, to: new Date(last).toISOString() };
};

/** The selected sensors, stored in the address; by default the first one. */
function useSensors(drawable: readonly LatestValue[]) {
  const [params, setParams] = useSearchParams();
  const requested = params.get('sensors') ?? '';
  const drawableKeys = drawable.map((value) => value.sensor).join();
  const sensors = useMemo(() => {
    const possible = drawableKeys.split(',').filter(Boolean);
    const selected = possible.filter((sensor) => requested.split(',').includes(sensor));
    return selected.length > 0 ? selected : possible.slice(0, 1);
  }, [requested, drawableKeys]);
  const choose = (next: string[]) =>
    setParams(
      (before) => {
        const params = new URLSearchParams(before);
        if (next.length > 0) params.set('sensors', next.join());
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  return [sensors, choose] as const;
}
