import { Stack } from '@mantine/core';
import { Navigate, useParams } from 'react-router';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { ReadingsChart } from '#core/telemetry/web/parts.tsx';
import { solutions } from '../common/sensors.ts';
import { deviceAddress } from './addresses.ts';
import { api } from './api.ts';
import { DeviceFrame } from './DeviceFrame.tsx';

/** One device: what it measures now and over time, its log, alarms and connection. */
export function DevicePage() {
  const { solutionId, id: raw } = useParams();
  const id = Number(raw);
  // Meters and control units have pages of their own, whatever becomes of the device.
  const asked = Number(solutionId);
  if (solutions.find((one) => one.id === asked)?.view)
    return <Navigate to={deviceAddress({ id, solutionId: asked })} replace />;
  return <OneDevice key={id} id={id} />;
}

function OneDevice({ id }: { id: number }) {
  const found = useDevice(api.device, id);
  return (
    <DeviceFrame found={found}>
      {(device) =>
        device.token === 'active' ? (
          <Stack>
            <ValueTiles device={device} app="swam" />
            <ReadingsChart calls={api.reading} device={device} app="swam" />
          </Stack>
        ) : (
          <TokenNotice device={device} />
        )
      }
    </DeviceFrame>
  );
}
