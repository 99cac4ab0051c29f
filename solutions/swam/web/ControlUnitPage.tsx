import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { DeviceFrame } from '#core/device-app/web/parts.tsx';
import { CommandHistory, TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { api, useText } from './api.ts';
import { ValveControl } from './ValveControl.tsx';

/** The page of a control unit: its values, the valve control and the command history. */
export function ControlUnitPage() {
  const id = Number(useParams().id);
  return <ControlUnit key={id} id={id} />;
}

function ControlUnit({ id }: { id: number }) {
  const t = useText();
  const query = useDevice(api.device, id);
  return (
    <DeviceFrame query={query}>
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
