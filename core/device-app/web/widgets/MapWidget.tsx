import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { siteAddress } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { EmptyPanel } from '#platform/web/ui/state/EmptyPanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { toneOf } from '../site-tones.ts';
import { useText } from '../texts.ts';
import { overview } from './api.ts';

/** The sites on a map, coloured where something is wrong. */
export function MapWidget() {
  const t = useText();
  const navigate = useNavigate();
  const query = useData(overview.map, {}, { silent: true });
  useLiveRefetch(['alarms', 'devices'], overview.map.key());
  const points = useMemo(() => query.data?.map((site) => ({ ...site, tone: toneOf(site) })), [query.data]);
  if (!points) return <QueryBoundary of={query} height="100%" />;
  if (points.length === 0) return <EmptyPanel kind="map" />;
  return (
    <WorldMap
      fills
      label={t('widgets.sites-map')}
      focus={points}
      points={points}
      onPoint={(id) => void navigate(siteAddress(id))}
    />
  );
}
