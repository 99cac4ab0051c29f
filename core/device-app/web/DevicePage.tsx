import { Stack } from '@mantine/core';
import { Navigate, useParams } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { ReadingsChart } from '#core/telemetry/web/parts.tsx';
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
            <ReadingsChart calls={calls.reading} device={device} app={app.id} />
          </Stack>
        ) : (
          <TokenNotice device={device} />
        )
      }
    </DeviceFrame>
  );
}
