import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { geofence } from '#core/places/common/geofence.ts';
import { GeofenceLayer } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { formatList } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { EmptyPanel } from '#platform/web/ui/state/EmptyPanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { type MovingThing, movingState, withMoved } from '../../common/moving.ts';
import type { LocatedDevice, TrackingMap } from '../../common/tracking.ts';
import { MovingMap } from '../moving/MovingMap.tsx';
import { mainGroup } from '../moving/main-group.ts';
import { useMoves } from '../moving/use-moves.ts';
import { useText } from '../texts.ts';
import type { TrackingCalls } from '../trail.ts';

const MovingPoints = lazyPart(() => import('../moving/MovingPoints.tsx').then((module) => module.MovingPoints));

const everything = { query: {} };
type Props = { calls: TrackingCalls; addressOf: (device: Pick<LocatedDevice, 'id' | 'solutionId'>) => string };

/** The newest places of all devices that the person may see, on the map and in a list, as they move. */
export function LiveMap({ calls, addressOf }: Props) {
  const t = useText();
  const tabs = useGroupTabs();
  const query = useMovingDevices(calls);
  return (
    <PageFrame fill tabs={tabs} title={t('live.title')}>
      {query.data === undefined ? (
        <QueryBoundary of={query} />
      ) : query.data.devices.length + query.data.clusters.length === 0 ? (
        <EmptyState drawing="map" title={t('live.empty.title')} text={t('live.empty.text')} />
      ) : (
        <DevicesOnMap map={query.data} addressOf={addressOf} />
      )}
    </PageFrame>
  );
}

/** The newest places on a map alone. Nothing where no device has a place. */
export function PlacesMap({ calls, addressOf }: Props) {
  const query = useMovingDevices(calls);
  if (query.data === undefined) return <QueryBoundary of={query} height="100%" />;
  if (query.data.devices.length + query.data.clusters.length === 0) return <EmptyPanel kind="map" />;
  return <PlacesOnly map={query.data} addressOf={addressOf} />;
}

/** Devices without an engine are never idle. */
const thingsOf = (devices: readonly LocatedDevice[], now: number): LocatedThing[] =>
  devices.map(({ connection, ...device }) => {
    const at = Date.parse(device.at);
    return { ...device, at, state: movingState({ connection, silentMs: now - at, speed: device.speed }) };
  });
type LocatedThing = MovingThing & Pick<LocatedDevice, 'solutionId' | 'fences'>;

function DevicesOnMap({ map: { devices, clusters }, addressOf }: { map: TrackingMap; addressOf: Props['addressOf'] }) {
  const t = useText();
  const now = useNow();
  const things = useMemo(() => thingsOf(devices, now), [devices, now]);
  const mayReadFences = usePermitted(geofence.can('read'));
  const layers = useMemo(
    () => (mayReadFences ? [{ id: 'geofences', label: t('live.geofences'), layer: <GeofenceLayer /> }] : []),
    [mayReadFences, t],
  );
  return (
    <MovingMap<LocatedThing>
      things={things}
      clusters={clusters}
      addressOf={addressOf}
      noteOf={({ fences }) => formatList(fences.map(({ name }) => name)) || null}
      layers={layers}
    />
  );
}

/** The newest places on a map alone, in the tone of their alarms; a place leads to its device. */
function PlacesOnly({ map: { devices, clusters }, addressOf }: { map: TrackingMap; addressOf: Props['addressOf'] }) {
  const t = useText();
  const navigate = useNavigate();
  const [all] = useState(() => mainGroup([...devices, ...clusters].map(({ lat, lng }) => ({ lat, lng }))));
  const open = useCallback(
    (id: number) => {
      const device = devices.find((one) => one.id === id);
      if (device) void navigate(addressOf(device));
    },
    [devices, navigate, addressOf],
  );
  const now = useNow();
  const things = useMemo(() => thingsOf(devices, now), [devices, now]);
  return (
    <WorldMap
      fills
      label={t('live.title')}
      cities={useLargestCities()}
      focus={all}
      layers={<MovingPoints things={things} chosen={null} onChoose={open} />}
    />
  );
}

/** The devices on the map, as they move. */
function useMovingDevices(calls: TrackingCalls) {
  const query = useData(calls.map, everything);
  useMoves<TrackingMap>({
    of: calls.map.key(everything),
    read: (since) => calls.map.send({ query: { since }, silent: true }),
    merged: (before, { devices, until }) => ({ ...before, until, devices: withMoved(before.devices, devices) }),
  });
  return query;
}
