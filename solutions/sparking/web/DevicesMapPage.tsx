import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { type MapPoint, WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { sparking } from '../app.ts';
import { api, useText } from './api.ts';

/** Where the sensors are, each coloured by its connection. */
export function DevicesMapPage() {
  const t = useText();
  const navigate = useNavigate();
  const query = useData(api.small.map, {});
  const devices = query.data?.devices;
  const points = useMemo(
    (): MapPoint[] | undefined =>
      devices?.map(({ id, name, latitude, longitude, connection }) => ({
        id,
        name,
        lat: latitude,
        lng: longitude,
        tone: connection === 'offline' ? 'poor' : 'good',
      })),
    [devices],
  );
  return (
    <PageFrame fill>
      {!points ? (
        <QueryBoundary of={query} />
      ) : points.length === 0 ? (
        <EmptyState drawing="map" title={t('noMapInfoYet.title')} text={t('noMapInfoYet.text')} />
      ) : (
        <WorldMap
          fills
          label={t('pages.devices-map')}
          focus={points}
          points={points}
          onPoint={(id) => {
            const device = devices?.find((one) => one.id === id);
            if (device) navigate(deviceAddress(sparking, device));
          }}
        />
      )}
    </PageFrame>
  );
}
