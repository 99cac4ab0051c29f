import { Anchor, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useInputText } from '#platform/web/ui/input/texts.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { EmptyPanel } from '#platform/web/ui/state/EmptyPanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import { severities, type Tone } from '#platform/web/ui/values/severity.ts';
import type { LocatedDevice, TrackingMap } from '../common/tracking.ts';
import classes from './Tracking.module.css';
import { useText } from './texts.ts';
import type { TrackingCalls } from './trail.ts';

const everything = { query: {} };
/** Moves are read at most this often. */
const gatherMs = 2000;
const mostInList = 200;

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
  return <DevicesMap map={query.data} chosen={null} onChoose={open} />;
}

function MapAndList({ map, addressOf }: { map: TrackingMap; addressOf: Props['addressOf'] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <div className={classes.sides}>
      <DeviceCards devices={map.devices} chosen={chosen} onChoose={setChosen} addressOf={addressOf} />
      <DevicesMap map={map} chosen={chosen} onChoose={setChosen} />
    </div>
  );
}

type MapProps = { map: TrackingMap; chosen: number | null; onChoose(id: number | null): void };

function DevicesMap({ map: { devices, clusters }, chosen, onChoose }: MapProps) {
  const { number } = useFormats();
  const t = useText();
  const input = useInputText();
  const cities = useLargestCities();
  // The view shows all of them once, and then follows the chosen one.
  const [initial] = useState(() => [...devices, ...clusters].map(({ lat, lng }) => ({ lat, lng })));
  const points = useMemo(
    () => [
      ...devices.map(({ id, name, lat, lng, ...state }) => ({ id, name, lat, lng, tone: toneOf(state) })),
      // Clusters, if there are too many devices for a page; devices have no negative ids.
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
        texts={{ zoomIn: input('map.zoomIn'), zoomOut: input('map.zoomOut'), cities }}
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

const rankOf = ({ worst }: LocatedDevice): number => (worst ? severities.indexOf(worst) : severities.length);

function DeviceCards({
  devices,
  chosen,
  onChoose,
  addressOf,
}: {
  devices: readonly LocatedDevice[];
  chosen: number | null;
  onChoose(id: number | null): void;
  addressOf: Props['addressOf'];
}) {
  const t = useText();
  const { number } = useFormats();
  // A person who calls for help must be found without searching.
  const shown = useMemo(
    () => devices.toSorted((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name)).slice(0, mostInList),
    [devices],
  );
  return (
    <section className={classes.list} aria-label={t('live.list')}>
      <Text size="sm" c="dimmed">
        {t('live.shown', { count: devices.length, shown: number(devices.length) })}
      </Text>
      {shown.map((device) => (
        <article key={device.id} className={classes.card} data-chosen={device.id === chosen || undefined}>
          <button
            type="button"
            aria-pressed={device.id === chosen}
            onClick={() => onChoose(device.id === chosen ? null : device.id)}
          >
            <bdi>{device.name}</bdi>
            <span>
              {device.speed !== null && device.speed >= 5
                ? t('speed', { value: number(device.speed, 0) })
                : t('live.still')}
              {' · '}
              <Ago at={device.at} />
            </span>
            {device.fences.length > 0 && (
              <span>
                <bdi>{device.fences.map(({ name }) => name).join(', ')}</bdi>
              </span>
            )}
          </button>
          {device.worst && <SeverityChip value={device.worst} />}
          <Anchor component={Link} to={addressOf(device)} size="sm">
            {t('live.open')}
          </Anchor>
        </article>
      ))}
    </section>
  );
}
