import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { type MapPoint, WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { sparking } from '../app.ts';
import { pairingAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { ChooseCarPark } from './devices/ChooseCarPark.tsx';
import { PairingView } from './devices/PairingView.tsx';

/** The sensors on the map, or their pairing with bays: `?pair` names the car park, and is empty before it is chosen. */
export function DevicesMapPage() {
  const [search] = useSearchParams();
  const mayPair = usePermitted(api.pairing.pair.route.access);
  const pair = search.get('pair');
  if (pair === null || !mayPair) return <DevicesMap />;
  const id = Number(pair);
  return Number.isInteger(id) && id > 0 ? <PairingView key={id} locationId={id} /> : <ChooseCarPark />;
}

/** Where the sensors are, each coloured by its connection. */
function DevicesMap() {
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
    <PageFrame
      fill
      action={
        <Can access={api.pairing.pair.route.access}>
          <Button component={Link} to={pairingAddress()} leftSection={<IconLink size={iconSizes.md} aria-hidden />}>
            {t('pair.title')}
          </Button>
        </Can>
      }
    >
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
