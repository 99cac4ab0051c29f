import { Skeleton, Stack } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { useAlarmMarks } from '#core/alarms/web/parts.tsx';
import type { DeviceDetail as Device } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { TokenNotice, useDevice, useSensorMarks, ValueTiles } from '#core/devices/web/parts.tsx';
import { useLimitBands } from '#core/rules/web/parts.tsx';
import { maxChartDays } from '#core/telemetry/common/reading.ts';
import { ReadingsChart } from '#core/telemetry/web/parts.tsx';
import { sizes } from '#platform/web/theme.ts';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { DeviceFrame } from './DeviceFrame.tsx';
import { useDeviceApp } from './use-device-app.ts';

/** What an app shows of the devices of a solution instead of their values. */
export type SolutionPanel = {
  /** Loaded on demand: `lazyPart`. */
  Panel: ComponentType<{ device: Device }>;
  /** The keys of the sensors that it shows; the others follow as tiles. */
  shows: readonly string[];
  /** The sensors of the chart until a person chooses; by default the first. */
  charts?: readonly string[];
};
/** By solution id. */
export type SolutionPanels = Readonly<Record<number, SolutionPanel>>;

/** The page of a device: its newest values or the panel of its solution, a chart, its log, alarms and connection. */
export function DeviceOverview({ panels = {} }: { panels?: SolutionPanels }) {
  const { app } = useDeviceApp();
  const { solutionId, id: raw } = useParams();
  const id = Number(raw);
  // A solution with its own page has it even if the device cannot be loaded.
  const requestedSolution = Number(solutionId);
  if (app.solutions?.find((solution) => solution.id === requestedSolution)?.page)
    return <Navigate to={deviceAddress(app, { id, solutionId: requestedSolution })} replace />;
  return <DeviceReadings key={id} id={id} panels={panels} />;
}

function DeviceReadings({ id, panels }: { id: number; panels: SolutionPanels }) {
  const { app, calls } = useDeviceApp();
  const query = useDevice(calls.device, id);
  return (
    <DeviceFrame query={query}>
      {(device) =>
        device.token === 'active' ? (
          <Stack>
            <PanelOrTiles device={device} app={app.id} panel={panels[device.solutionId]} />
            <DeviceCharts device={device} initial={panels[device.solutionId]?.charts} />
          </Stack>
        ) : (
          <TokenNotice device={device} />
        )
      }
    </DeviceFrame>
  );
}

/**
 * The panel of the solution with the tiles of the other values; without a panel the tiles of all. Values with an alarm
 * come first, as tiles that show the alarm.
 */
function PanelOrTiles({ device, app, panel }: { device: Device; app: string; panel: SolutionPanel | undefined }) {
  const marks = useSensorMarks();
  if (!panel) return <ValueTiles device={device} app={app} />;
  const sensors = device.values.map(({ sensor }) => sensor);
  const wrong = sensors.filter((sensor) => marks.has(sensor));
  const others = sensors.filter((sensor) => !panel.shows.includes(sensor) && !marks.has(sensor));
  return (
    <>
      {wrong.length > 0 && <ValueTiles device={device} app={app} only={wrong} />}
      <Suspense fallback={<Skeleton h={sizes.chart} radius="lg" aria-busy />}>
        <panel.Panel device={device} />
      </Suspense>
      {others.length > 0 && <ValueTiles device={device} app={app} only={others} />}
    </>
  );
}

/** The charts of a device with its alarms. Other devices of its solution can be drawn in them. */
function DeviceCharts({ device, initial }: { device: Device; initial: readonly string[] | undefined }) {
  const { app, calls } = useDeviceApp();
  const { period } = usePeriod({ maxDays: maxChartDays });
  const { marks, open } = useAlarmMarks(app, device.id, period);
  const bands = useLimitBands(calls.rule, device.id);
  return (
    <ReadingsChart
      calls={calls.reading}
      device={device}
      app={app.id}
      others={calls.device}
      bands={bands}
      marks={marks}
      onMark={open}
      initial={initial}
    />
  );
}
