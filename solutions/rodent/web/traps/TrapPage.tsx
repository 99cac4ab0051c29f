import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { DeviceFrame, type DeviceTab } from '#core/device-app/web/parts.tsx';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { TrapHits } from './TrapHits.tsx';
import { TrapPanel } from './TrapPanel.tsx';

/** The page of a trap: its number and state, its values, and its hits with what they were. */
export function TrapPage() {
  const id = Number(useParams().id);
  return <Trap key={id} id={id} />;
}

function Trap({ id }: { id: number }) {
  const t = useText();
  const query = useDevice(api.device, id);
  const tabs = useMemo<DeviceTab[]>(
    () => [
      { value: 'hits', label: t('tabs.hits'), content: (device) => <TrapHits key={device.id} deviceId={device.id} /> },
    ],
    [t],
  );
  return (
    <DeviceFrame query={query} more={tabs}>
      {(device) => (
        <Stack>
          <TrapPanel device={device} />
          {device.token === 'active' ? <ValueTiles device={device} app="rodent" /> : <TokenNotice device={device} />}
        </Stack>
      )}
    </DeviceFrame>
  );
}
