import { useMemo } from 'react';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { type MapPoint, WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import type { ShownArea } from './AreaLayers.tsx';

export const AreaLayers = lazyPart(() => import('./AreaLayers.tsx').then((module) => module.AreaLayers));

type Props = {
  label: string;
  areas: readonly ShownArea[];
  points?: readonly MapPoint[];
};

/** A map of areas. */
export function AreasMap({ label, areas, points }: Props) {
  const cities = useLargestCities();
  const focus = useMemo(
    () => [...areas.flatMap(({ polygons }) => polygons.flatMap(({ outer }) => outer)), ...(points ?? [])],
    [areas, points],
  );
  return (
    <WorldMap
      label={label}
      cities={cities}
      focus={focus}
      {...(points ? { points } : {})}
      layers={<AreaLayers areas={areas} />}
    />
  );
}
