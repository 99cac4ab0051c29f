import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { useAllRows } from '#core/places/web/parts.tsx';
import { sizes } from '#platform/web/theme.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import type { ShownPoint } from '../../common/points/point.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const everything = {};

/** All points of interest on a map; a click shows the visits of one. */
export function PointsMap({ onPoint }: { onPoint(point: ShownPoint): void }) {
  const t = useText();
  const cities = useLargestCities();
  const { rows, loading, error, retry } = useAllRows(api.point.list, everything);
  const points = useMemo(() => rows.map(({ id, name, location }) => ({ id, name, ...location })), [rows]);
  if (error) return <FailedState error={error} onRetry={retry} />;
  if (loading) return <Skeleton h={sizes.chart} radius="lg" />;
  if (rows.length === 0)
    return <EmptyState drawing="map" title={t('empty.point.title')} text={t('empty.point.text')} />;
  return (
    <WorldMap
      fills
      label={t('pages.points-of-interests-list')}
      cities={cities}
      focus={points}
      points={points}
      onPoint={(id) => {
        const found = rows.find((row) => row.id === id);
        if (found) onPoint(found);
      }}
    />
  );
}
