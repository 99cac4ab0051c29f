import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { EmptyPanel } from '#platform/web/ui/state/EmptyPanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { LocatedDevice, TrackingMap } from '../../common/tracking.ts';
import classes from '../Tracking.module.css';
import { useText } from '../texts.ts';
import type { TrackingCalls } from '../trail.ts';
import { DeviceCards } from './DeviceCards.tsx';
import { mainGroup } from './main-group.ts';

const everything = { query: {} };
/** Moves are read at most this often. */
const gatherMs = 2000;

type Props = { calls: TrackingCalls; addressOf: (device: LocatedDevice) => string };

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
        <MapAndList map={query.data} addressOf={addressOf} />
      )}
    </PageFrame>
  );
}

/** The newest places on a map alone; a place leads to its device. Nothing where no device has a place. */
export function PlacesMap({ calls, addressOf }: Props) {
  const navigate = useNavigate();
  const query = useMovingDevices(calls);
  if (query.data === undefined) return <QueryBoundary of={query} height="100%" />;
  if (query.data.devices.length + query.data.clusters.length === 0) return <EmptyPanel kind="map" />;
  const open = (id: number | null) => {
    const device = query.data?.devices.find((one) => one.id === id);
    if (device) void navigate(addressOf(device));
  };
  return <DevicesMap map={query.data} chosen={null} whole={false} onChoose={open} />;
}

function MapAndList({ map, addressOf }: { map: TrackingMap; addressOf: Props['addressOf'] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [whole, setWhole] = useState(false);
  const choose = (id: number | null) => {
    setWhole(false);
    setChosen(id);
  };
  return (
    <div className={classes.sides}>
      <DeviceCards
        devices={map.devices}
        chosen={chosen}
        onChoose={choose}
        onAll={() => {
          setChosen(null);
          setWhole(true);
        }}
        addressOf={addressOf}
      />
      <DevicesMap map={map} chosen={chosen} whole={whole} onChoose={choose} />
    </div>
  );
}

type MapProps = {
  map: TrackingMap;
  chosen: number | null;
  /** Shows all devices, also those far away from the others. */
  whole: boolean;
  onChoose(id: number | null): void;
};

function DevicesMap({ map: { devices, clusters }, chosen, whole, onChoose }: MapProps) {
  const { number } = useFormats();
  const t = useText();
  const cities = useLargestCities();
  // The view shows where most of them are once, and then follows the chosen one.
  const [all] = useState(() => [...devices, ...clusters].map(({ lat, lng }) => ({ lat, lng })));
  const initial = useMemo(() => (whole ? all : mainGroup(all)), [all, whole]);
  const points = useMemo(
    () => [
      ...devices.map(({ id, name, lat, lng, ...state }) => ({ id, name, lat, lng, tone: toneOf(state) })),
      // Clusters, if there are too many devices for a page; ids of devices are never negative.
      ...clusters.map(({ lat, lng, devices: count }, at) => ({ id: -1 - at, name: number(count), lat, lng })),
    ],
    [devices, clusters, number],
  );
  const followed = devices.find(({ id }) => id === chosen);
  return (
    <div className={classes.liveMap}>
      <WorldMap
        fills
        label={t('live.title')}
        cities={cities}
        focus={followed ? [{ lat: followed.lat, lng: followed.lng }] : initial}
        points={points}
        onPoint={onChoose}
      />
    </div>
  );
}

const toneOf = ({ worst, connection }: Pick<LocatedDevice, 'worst' | 'connection'>): Tone =>
  worst ?? (connection === 'offline' ? 'none' : 'good');

/** The devices on the map; those that move are read again, at most every two seconds. */
function useMovingDevices(calls: TrackingCalls) {
  const client = useQueryClient();
  const query = useData(calls.map, everything);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = useCallback(async () => {
    waiting.current = undefined;
    const key = calls.map.key(everything);
    const since = client.getQueryData<TrackingMap>(key)?.until;
    if (since === undefined) return;
    const moved = await calls.map.send({ query: { since }, silent: true });
    client.setQueryData<TrackingMap>(key, (before) => before && merged(before, moved));
  }, [calls, client]);
  useLive(
    ['positions'],
    () => {
      // A failed read is compensated by the next one.
      const failed = (error: unknown) => console.warn('The moved devices were not read', error);
      waiting.current ??= setTimeout(() => void read().catch(failed), gatherMs);
    },
    calls.map.key(everything),
  );
  useEffect(() => () => clearTimeout(waiting.current), []);
  return query;
}

function merged(before: TrackingMap, { devices, until }: TrackingMap): TrackingMap {
  const moved = new Map(devices.map((device) => [device.id, device]));
  const known = new Set(before.devices.map(({ id }) => id));
  const added = devices.filter(({ id }) => !known.has(id));
  return { ...before, until, devices: [...before.devices.map((device) => moved.get(device.id) ?? device), ...added] };
}
