import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { DeviceFrame } from '#core/device-app/web/parts.tsx';
import { CommandHistory, TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { api, useText } from './api.ts';
import { ValveControl } from './ValveControl.tsx';

/** A control unit: valve and relay, opening and closing, and what was commanded before. */
export function ControlUnitPage() {
  const id = Number(useParams().id);
  return <OneUnit key={id} id={id} />;
}

function OneUnit({ id }: { id: number }) {
  const t = useText();
  const found = useDevice(api.device, id);
  return (
    <DeviceFrame found={found}>
      {(device) => (
        <Stack>
          <TokenNotice device={device} />
          <ValueTiles device={device} app="swam" />
          <ValveControl device={device} />
          <Panel title={t('valve.history')}>
            <CommandHistory calls={api.command} deviceId={id} />
          </Panel>
        </Stack>
      )}
    </DeviceFrame>
  );
}
