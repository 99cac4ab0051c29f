import { Button, Chip, Group, Stack, Text } from '@mantine/core';
import { IconZoomReset } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DeviceDetail, LatestValue } from '#core/devices/common/device.ts';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import { customPeriod, type Period } from '#platform/common/time/time.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { type Mark, type SeverityBand, TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { PeriodStepper } from '#platform/web/ui/time/PeriodStepper.tsx';
import type { SelectedPeriod } from '#platform/web/ui/time/period.ts';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { maxChartDays } from '../common/reading.ts';
import { ComparedDevices } from './ComparedDevices.tsx';
import { type ChartLine, lineGroups } from './chart-lines.ts';
import { useText } from './texts.ts';
import { type ComparedCalls, useComparedDevices } from './use-compared-devices.ts';
import { type ReadingCalls, reachesNow, useReadings } from './use-readings.ts';

type Props = {
  calls: ReadingCalls;
  device: DeviceDetail;
  app: string;
  /** The limits of sensors, drawn as bands. */
  bands?: (sensor: string) => readonly SeverityBand[];
  /** What happened in the period of the address, such as alarms. */
  marks?: readonly Mark[];
  onMark?: (mark: Mark) => void;
  /** The sensors that are drawn until a person chooses; by default the first. */
  initial?: readonly string[] | undefined;
  /** The devices that can be drawn in the same charts; without them the chart is of one device. */
  others?: ComparedCalls;
};

/** Charts of the readings of devices over a period, one for each unit, with a shared cursor. */
export function ReadingsChart({ calls, device, app, bands, marks = noMarks, onMark, others, initial }: Props) {
  const t = useText();
  const { chosen, period, choose, zoom, resetZoom } = useZoom();
  const drawable = device.values.filter((value) => value.kind !== 'text');
  const [sensors, choice] = useSensors(drawable, initial);
  const live = reachesNow(period);
  const readings = useReadings(calls, { deviceId: device.id, sensors, period, live });
  const compared = useComparedDevices(calls, others, { deviceId: device.id, sensors, period });
  const charts = useLineGroups(app, device.name, sensors, readings.data?.series, compared.devices);
  const shown = useMemo(() => (live ? extendToNewest(period, charts.flat()) : period), [live, period, charts]);
  return (
    <Panel
      title={t('chart.title')}
      aside={<PeriodStepper chosen={chosen} period={period} onChange={choose} maxDays={maxChartDays} />}
    >
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <SensorChips app={app} drawable={drawable} sensors={sensors} onChange={choice} />
          {resetZoom && <ResetZoom onClick={resetZoom} />}
        </Group>
        {others && <ComparedDevices device={device} compared={compared} of={others} />}
        {readings.isError ? (
          <FailedState onRetry={() => void readings.refetch()} />
        ) : readings.isPending ? (
          <TimeChart label={t('chart.title')} series={[]} loading />
        ) : (
          charts.map((lines) => (
            <LineChart
              key={lines.map((line) => line.sensor).join()}
              lines={lines}
              headed={charts.length > 1}
              period={shown}
              group={`device-${device.id}`}
              bands={bands?.(lines[0]?.sensor ?? '') ?? noBands}
              marks={marks}
              onMark={onMark}
              onZoom={zoom}
            />
          ))
        )}
      </Stack>
    </Panel>
  );
}

const noBands: readonly SeverityBand[] = [];
const noMarks: readonly Mark[] = [];

type LineChartProps = {
  lines: readonly ChartLine[];
  headed: boolean;
  period: Period;
  group: string;
  bands: readonly SeverityBand[];
  marks: readonly Mark[];
  onMark: ((mark: Mark) => void) | undefined;
  onZoom(period: Period): void;
};

function LineChart({ lines, headed, period, group, bands, marks, onMark, onZoom }: LineChartProps) {
  const t = useText();
  const names = [...new Set(lines.map((line) => line.sensorName))].join(', ');
  // Bands of one sensor would be wrong for another one with the same unit.
  const ofOneSensor = lines.every((line) => line.sensor === lines[0]?.sensor);
  return (
    <div>
      {headed && (
        <Text size="sm" fw={600} mt="xs">
          {names}
        </Text>
      )}
      <TimeChart
        label={t('chart.label', { sensors: names })}
        unit={lines[0]?.unit ?? ''}
        period={period}
        group={group}
        bands={ofOneSensor ? bands : noBands}
        marks={marks}
        {...(onMark ? { onMark } : {})}
        onZoom={onZoom}
        series={lines}
      />
    </div>
  );
}

function SensorChips({
  app,
  drawable,
  sensors,
  onChange,
}: {
  app: string;
  drawable: readonly LatestValue[];
  sensors: readonly string[];
  onChange(sensors: string[]): void;
}) {
  const t = useText();
  const { name } = useSensorTexts(app);
  return (
    <Chip.Group multiple value={[...sensors]} onChange={onChange}>
      <Group gap="xs" role="group" aria-label={t('chart.sensors')}>
        {drawable.map(({ sensor }) => (
          <Chip key={sensor} value={sensor} size="xs" variant="light">
            {name(sensor)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

function ResetZoom({ onClick }: { onClick(): void }) {
  const t = useKitText();
  return (
    <Button size="xs" variant="light" leftSection={<IconZoomReset size={iconSizes.sm} aria-hidden />} onClick={onClick}>
      {t('chart.resetZoom')}
    </Button>
  );
}

/** The period of the page. A zoom selects a part of it with finer buckets; `resetZoom` returns to the period before. */
function useZoom() {
  const { chosen, period, choose } = usePeriod({ maxDays: maxChartDays });
  const [before, setBefore] = useState<SelectedPeriod | null>(null);
  const zoom = useCallback(
    (part: Period) => {
      setBefore((first) => first ?? chosen);
      choose({ value: customPeriod, ...part });
    },
    [chosen, choose],
  );
  const chooseOther = useCallback(
    (next: SelectedPeriod) => {
      setBefore(null);
      choose(next);
    },
    [choose],
  );
  return { chosen, period, choose: chooseOther, zoom, resetZoom: before ? () => chooseOther(before) : null };
}

function useLineGroups(
  app: string,
  deviceName: string,
  sensors: readonly string[],
  series: Parameters<typeof lineGroups>[0][number]['series'] | undefined,
  compared: ReturnType<typeof useComparedDevices>['devices'],
): ChartLine[][] {
  const { name, typeOf, stateText } = useSensorTexts(app);
  return useMemo(() => {
    const statesOf = (sensor: string) =>
      typeOf(sensor)?.kind === 'boolean'
        ? ([String(stateText(sensor, false)), String(stateText(sensor, true))] as const)
        : undefined;
    const own = { name: deviceName, series: (series ?? []).filter((line) => sensors.includes(line.sensor)) };
    return lineGroups([own, ...compared], name, statesOf);
  }, [series, sensors, deviceName, compared, name, typeOf, stateText]);
}

const extendToNewest = (period: Period, lines: readonly ChartLine[]): Period => {
  const last = Math.max(Date.parse(period.to), ...lines.map((line) => Number(line.points.at(-1)?.[0] ?? 0)));
  return { from: period.from, to: new Date(last).toISOString() };
};

/** The selected sensors, stored in the address; by default `initial`, else the first one. */
function useSensors(drawable: readonly LatestValue[], initial: readonly string[] = []) {
  const [params, setParams] = useSearchParams();
  const requested = params.get('sensors') ?? '';
  const initialKeys = initial.join();
  const drawableKeys = drawable.map((value) => value.sensor).join();
  const sensors = useMemo(() => {
    const possible = drawableKeys.split(',').filter(Boolean);
    const among = (sensors: string) => possible.filter((sensor) => sensors.split(',').includes(sensor));
    return [among(requested), among(initialKeys), possible.slice(0, 1)].find((some) => some.length > 0) ?? [];
  }, [requested, drawableKeys, initialKeys]);
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
