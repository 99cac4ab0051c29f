import { Text } from '@mantine/core';
import { useState } from 'react';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { useText } from '../texts.ts';
import classes from './Planner.module.css';
import type { Planner } from './use-planner.ts';
import type { ShownWay } from './use-way.ts';

const RouteLayers = lazyPart(() => import('./RouteLayers.tsx').then((module) => module.RouteLayers));

type Props = { planner: Planner; way: ShownWay; corridor: number; fills: boolean };

/** The route on a map. A click adds a stop. */
export function RouteMap({ planner, way, corridor, fills }: Props) {
  const t = useText();
  const cities = useLargestCities();
  const { stops } = planner;
  // The map moves only for stops that were added by their names: where somebody has clicked, it is seen already.
  const [picked, setPicked] = useState<readonly Location[]>([]);
  const named = stops.filter(({ location }) => !picked.includes(location)).map(({ location }) => location);
  const [shown, setShown] = useState<readonly Location[]>(named);
  const isKnown = (at: Location) => shown.some(({ lat, lng }) => lat === at.lat && lng === at.lng);
  if (!named.every(isKnown)) setShown(stops.map(({ location }) => location));
  return (
    <>
      <div className={classes.canvas} data-fills={fills || undefined}>
        <WorldMap
          fills={fills}
          label={t('planner.map')}
          cities={cities}
          focus={shown}
          onPick={(location) => {
            setPicked([...picked, location]);
            planner.add({ location, pointId: null });
          }}
          layers={<RouteLayers stops={stops} way={way} corridor={corridor} />}
        />
      </div>
      <Text size="xs" c="dimmed">
        {t('planner.mapHint')}
      </Text>
    </>
  );
}
