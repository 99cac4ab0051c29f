import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { LockPanel, useLockTabs } from '#core/access/web/parts.tsx';
import { DeviceFrame } from '#core/device-app/web/parts.tsx';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { TrailPanel } from '#core/tracking/web/parts.tsx';
import { api } from './api.ts';

const padlocks = 12;
/** The panel of the lock shows the slots in use with their total. */
const shownByPanel = ['codeSlotsUsed'];

/** The page of a lock: its orders, who may open it, what happened, and of padlocks the trail. */
export function LockPage() {
  const id = Number(useParams().id);
  return <Lock key={id} id={id} />;
}

function Lock({ id }: { id: number }) {
  const query = useDevice(api.device, id);
  return (
    <DeviceFrame query={query} more={useLockTabs()}>
      {(device) => (
        <Stack>
          <LockPanel device={device} />
          {device.token === 'active' ? (
            <>
              {device.solutionId === padlocks && <TrailPanel calls={api.tracking} device={device} />}
              <ValueTiles
                device={device}
                app="metrowatch"
                only={device.values.map(({ sensor }) => sensor).filter((sensor) => !shownByPanel.includes(sensor))}
              />
            </>
          ) : (
            <TokenNotice device={device} />
          )}
        </Stack>
      )}
    </DeviceFrame>
  );
}
