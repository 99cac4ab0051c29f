import { Stack } from '@mantine/core';
import { Navigate, useParams } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { ReadingsChart } from '#core/telemetry/web/parts.tsx';
import { DeviceFrame } from './DeviceFrame.tsx';
import { useDeviceApp } from './use-device-app.ts';

/** One device: what it measures now and over time, its log, alarms and connection. */
export function DevicePage() {
  const { app } = useDeviceApp();
  const { solutionId, id: raw } = useParams();
  const id = Number(raw);
  // Solutions with a page of their own have it whatever becomes of the device.
  const asked = Number(solutionId);
  if (app.solutions?.find((one) => one.id === asked)?.page)
    return <Navigate to={deviceAddress(app, { id, solutionId: asked })} replace />;
  return <OneDevice key={id} id={id} />;
}

function OneDevice({ id }: { id: number }) {
  const { app, calls } = useDeviceApp();
  const found = useDevice(calls.device, id);
  return (
    <DeviceFrame found={found}>
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
