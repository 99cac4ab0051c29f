import { useParams } from 'react-router';
import { DeviceFrame } from '#core/device-app/web/parts.tsx';
import { TokenNotice, useDevice, ValueTiles } from '#core/devices/web/parts.tsx';
import { TrailPanel } from '#core/tracking/web/parts.tsx';
import { api } from './api.ts';

/** The page of a tracker of an asset or a vehicle: its newest values, and its trail on the map. */
export function TrackerPage() {
  const id = Number(useParams().id);
  return <Tracker key={id} id={id} />;
}

function Tracker({ id }: { id: number }) {
  const query = useDevice(api.device, id);
  return (
    <DeviceFrame query={query}>
      {(device) =>
        device.token === 'active' ? (
          <>
            <TrailPanel calls={api.tracking} device={device} />
            <ValueTiles device={device} app="metrowatch" />
          </>
        ) : (
          <TokenNotice device={device} />
        )
      }
    </DeviceFrame>
  );
}
