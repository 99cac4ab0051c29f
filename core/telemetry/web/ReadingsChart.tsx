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

/** What a device measured over a period; one chart for each unit, with a shared hover. */
export function ReadingsChart({ calls, device, app }: { calls: ReadingCalls; device: DevicePage; app: string }) {
  const t = useText();
  const { name } = useSensorTexts(app);
  const { chosen, period, choose } = usePeriod({ maxDays: maxChartDays });
  const drawn = device.values.filter((one) => one.kind !== 'text');
  const [sensors, choice] = useSensors(drawn);
  const live = reachesNow(period);
  const readings = useReadings(calls, { deviceId: device.id, sensors, period, live });
  const charts = useMemo(
    () => byUnit((readings.data?.series ?? []).filter((one) => sensors.includes(one.sensor))),
    [readings.data, sensors],
  );
  const shown = useMemo(() => (live ? stretched(period, charts.flat()) : period), [live, period, charts]);
  return (
    <Panel title={t('chart.title')} aside={<PeriodSelector value={chosen} onChange={choose} maxDays={maxChartDays} />}>
      <Stack gap="sm">
        <Chip.Group multiple value={[...sensors]} onChange={choice}>
          <Group gap="xs" role="group" aria-label={t('chart.sensors')}>
            {drawn.map(({ sensor }) => (
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
            const names = group.map((one) => name(one.sensor)).join(', ');
            return (
              <div key={group.map((one) => one.sensor).join()}>
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
                  series={group.map((one) => ({
                    name: name(one.sensor),
                    kind: one.counter ? 'bar' : 'line',
                    decimals: one.decimals,
                    unit: one.unit,
                    points: one.points.map(([at, mean]) => [at, mean] as const),
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

/** Values in the same unit share a chart; totals, drawn as bars, stand alone. */
const byUnit = (series: readonly Series[]): Series[][] => [
  ...Map.groupBy(series, (one) => (one.unit && !one.counter ? one.unit : one.sensor)).values(),
];

const stretched = (period: Period, series: readonly Series[]): Period => {
  const last = Math.max(Date.parse(period.to), ...series.map((one) => one.points.at(-1)?.[0] ?? 0));
  return { from: period.from, to: new Date(last).toISOString() };
};

/** The sensors that are drawn, kept in the address; the first one at the beginning, and never none. */
function useSensors(drawn: readonly LatestValue[]) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('sensors') ?? '';
  const known = drawn.map((one) => one.sensor).join();
  const sensors = useMemo(() => {
    const possible = known.split(',').filter(Boolean);
    const wanted = possible.filter((sensor) => asked.split(',').includes(sensor));
    return wanted.length > 0 ? wanted : possible.slice(0, 1);
  }, [asked, known]);
  const choose = (next: string[]) =>
    setParams(
      (before) => {
        const out = new URLSearchParams(before);
        if (next.length > 0) out.set('sensors', next.join());
        return out;
      },
      { replace: true, preventScrollReset: true },
    );
  return [sensors, choose] as const;
}
