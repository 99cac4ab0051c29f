import { Stack } from '@mantine/core';
import { Navigate, useParams } from 'react-router';
import { useAlarmMarks, useLimitBands } from '#core/alarms/web/parts.tsx';
import type { DevicePage as Device } from '#core/devices/common/device.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { maxChartDays } from '#core/telemetry/common/reading.ts';
import { ReadingsChart } from '#core/telemetry/web/parts.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { DeviceFrame } from './DeviceFrame.tsx';
import { useDeviceApp } from './use-device-app.ts';

/** The default page of a device: its newest values, a chart, its log, alarms and connection. */
export function DevicePage() {
  const { app } = useDeviceApp();
  const { solutionId, id: raw } = useParams();
  const id = Number(raw);
  // A solution with its own page has it even if the device cannot be loaded.
  const requestedSolution = Number(solutionId);
  if (app.solutions?.find((solution) => solution.id === requestedSolution)?.page)
    return <Navigate to={deviceAddress(app, { id, solutionId: requestedSolution })} replace />;
  return <DeviceReadings key={id} id={id} />;
}

function DeviceReadings({ id }: { id: number }) {
  const { app, calls } = useDeviceApp();
  const query = useDevice(calls.device, id);
  return (
    <DeviceFrame query={query}>
      {(device) =>
        device.token === 'active' ? (
          <Stack>
            <ValueTiles device={device} app={app.id} />
            <DeviceCharts device={device} />
          </Stack>
        ) : (
          <TokenNotice device={device} />
        )
      }
    </DeviceFrame>
  );
}

/** The charts of a device with its alarms. Other devices of its solution can be drawn in them. */
function DeviceCharts({ device }: { device: Device }) {
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
    />
  );
}
