import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { DeviceFrame } from '#core/device-app/web/parts.tsx';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { ConsumptionPanel } from '#core/telemetry/web/parts.tsx';
import { api } from './api.ts';

/** A meter: its total, what it counted over a period, and the readings. */
export function MeterPage() {
  const id = Number(useParams().id);
  return <OneMeter key={id} id={id} />;
}

function OneMeter({ id }: { id: number }) {
  const found = useDevice(api.device, id);
  return (
    <DeviceFrame found={found}>
      {(device) => {
        const total = device.values.find((one) => one.counter);
        return device.token === 'active' ? (
          <Stack>
            <ValueTiles device={device} app="swam" />
            {total && <ConsumptionPanel calls={api.reading} device={device} sensor={total.sensor} />}
          </Stack>
        ) : (
          <TokenNotice device={device} />
        );
      }}
    </DeviceFrame>
  );
}
