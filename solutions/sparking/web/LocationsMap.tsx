import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { type MapPoint, WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { locationAddress } from './addresses.ts';
import { api, useText } from './api.ts';

const [almostFull, full] = [0.9, 0.98];
const toneOf = (fill: number | null): Tone =>
  fill === null ? 'none' : fill >= full ? 'problem' : fill >= almostFull ? 'poor' : 'good';

/** The car parks on the map, each coloured by how full it is, and named with what is free. */
export function LocationsMap() {
  const t = useText();
  const navigate = useNavigate();
  const query = useData(api.location.map, {});
  const points = useMemo(
    (): MapPoint[] | undefined =>
      query.data?.map(({ id, name, lat, lng, fill, free, total }) => ({
        ...{ id, lat, lng, tone: toneOf(fill) },
        name: fill === null ? name : `${name} · ${t('freeOf', { count: free, total })}`,
      })),
    [query.data, t],
  );
  if (!points) return <QueryBoundary of={query} />;
  if (points.length === 0)
    return <EmptyState drawing="map" title={t('noMapLocations.title')} text={t('noMapLocations.text')} />;
  return (
    <WorldMap
      fills
      label={t('lists.location')}
      focus={points}
      points={points}
      onPoint={(id) => void navigate(locationAddress(id))}
    />
  );
}
