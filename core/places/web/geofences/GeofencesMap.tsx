import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { sizes } from '#platform/web/theme.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { api, useText } from '../api.ts';
import { useAllRows } from '../use-all-rows.ts';
import { GeofenceLayer } from './GeofenceLayer.tsx';
import { drawingOf, outlineOf } from './geofence-shapes.ts';

const everything = {};

/** The geofences that the person may see on one map, in the colours of their purposes. */
export function GeofencesMap() {
  const t = useText();
  const cities = useLargestCities();
  const { rows, loading, error, retry } = useAllRows(api.geofence.list, everything);
  const focus = useMemo(() => rows.flatMap(({ shape }) => outlineOf(drawingOf(shape))), [rows]);
  if (error) return <FailedState error={error} onRetry={retry} />;
  if (loading) return <Skeleton h={sizes.chart} radius="lg" />;
  if (rows.length === 0)
    return <EmptyState drawing="map" title={t('empty.geofence.title')} text={t('empty.geofence.text')} />;
  return (
    <WorldMap
      fills
      label={t('map.of', { name: t('pages.geofence-list') })}
      cities={cities}
      focus={focus}
      layers={<GeofenceLayer />}
    />
  );
}
