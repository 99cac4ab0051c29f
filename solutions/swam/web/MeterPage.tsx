import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { DeviceFrame } from '#core/device-app/web/parts.tsx';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { BillSoFar, BudgetPanel, useMeterTabs } from '#core/metering/web/parts.tsx';
import { ConsumptionPanel } from '#core/telemetry/web/parts.tsx';
import { KeptHeight } from '#platform/web/ui/page/KeptHeight.tsx';
import { api } from './api.ts';
import { MeterInsight } from './panels/MeterInsight.tsx';

/** The page of a meter: its values, its cost this month, its consumption over a period, its bills and segments. */
export function MeterPage() {
  const id = Number(useParams().id);
  return <MeterReadings key={id} id={id} />;
}

function MeterReadings({ id }: { id: number }) {
  const query = useDevice(api.device, id);
  return (
    <DeviceFrame query={query} more={useMeterTabs()}>
      {(device) => {
        const counter = device.values.find((value) => value.counter);
        return device.token === 'active' ? (
          <Stack>
            <ValueTiles device={device} app="swam" />
            <KeptHeight of="meter insight">
              <MeterInsight device={device} />
            </KeptHeight>
            <BillSoFar device={device} />
            <KeptHeight of="meter budget">
              <BudgetPanel device={device} />
            </KeptHeight>
            {counter && <ConsumptionPanel calls={api.reading} device={device} sensor={counter.sensor} />}
          </Stack>
        ) : (
          <TokenNotice device={device} />
        );
      }}
    </DeviceFrame>
  );
}
