import { useComputedColorScheme } from '@mantine/core';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useLayoutEffect, useMemo } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { canvasColors, type Scheme } from '#platform/web/colours.ts';
import { clustering, colorByRank, rankOf, useOpenPoint } from '#platform/web/ui/map/clustered-points.ts';
import type { MovingThing } from '../../common/moving.ts';
import { iconDensity, iconId, movingIcon } from './moving-icons.ts';

const drawn = { source: 'moving', layers: ['moving-many', 'moving-one'] };
const single: ExpressionSpecification = ['!', ['has', 'point_count']];

type Props = { things: readonly MovingThing[]; chosen: number | null; onChoose(id: number): void };

/**
 * Things on the map by state, moving ones as arrows along their course; a halo says that one has alarms. Near ones are
 * clustered. A click on one chooses it, a click on a cluster zooms in.
 */
export function MovingPoints({ things, chosen, onChoose }: Props) {
  const { current: map } = useMap();
  const scheme = useComputedColorScheme('light');
  const colors = canvasColors(scheme);
  const color = useMemo(() => colorByRank(scheme), [scheme]);
  const data = useMemo(
    (): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: things.map(({ id, name, lat, lng, heading, state, worst }) => ({
        type: 'Feature',
        properties: {
          id,
          name,
          icon: iconId(state),
          turn: state === 'moving' ? (heading ?? 0) : 0,
          rank: rankOf(worst),
        },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      })),
    }),
    [things],
  );
  useIcons(map, scheme);
  useOpenPoint(drawn, onChoose);
  return (
    <Source id={drawn.source} type="geojson" data={data} {...clustering}>
      <Layer
        id="moving-many"
        type="circle"
        filter={['has', 'point_count']}
        paint={{
          'circle-color': color,
          'circle-radius': ['step', ['get', 'point_count'], 14, 10, 18, 100, 22],
          'circle-stroke-color': colors.surface,
          'circle-stroke-width': 2,
        }}
      />
      <Layer
        id="moving-count"
        type="symbol"
        filter={['has', 'point_count']}
        layout={{ 'text-field': ['get', 'point_count_abbreviated'], 'text-size': 12, 'text-allow-overlap': true }}
        paint={{ 'text-color': colors.surface }}
      />
      <Layer
        id="moving-alarms"
        type="circle"
        filter={['all', single, ['>=', ['get', 'rank'], 0]]}
        paint={{ 'circle-color': color, 'circle-opacity': 0.35, 'circle-radius': 17 }}
      />
      <Layer
        id="moving-chosen"
        type="circle"
        filter={['all', single, ['==', ['get', 'id'], chosen ?? -1]]}
        paint={{
          'circle-opacity': 0,
          'circle-radius': 18,
          'circle-stroke-color': colors.accent,
          'circle-stroke-width': 3,
        }}
      />
      <Layer
        id="moving-one"
        type="symbol"
        filter={single}
        layout={{
          'icon-image': ['get', 'icon'],
          'icon-rotate': ['get', 'turn'],
          'icon-rotation-alignment': 'map',
          'icon-allow-overlap': true,
          'text-field': ['get', 'name'],
          'text-size': 13,
          'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
          'text-radial-offset': 1.1,
          'text-optional': true,
        }}
        paint={{ 'text-color': colors.text, 'text-halo-color': colors.surface, 'text-halo-width': 2 }}
      />
    </Source>
  );
}

type MapRef = ReturnType<typeof useMap>['current'];

/** Draws icons when the map needs them, also after its style was replaced; again in the colours of another scheme. */
function useIcons(map: MapRef, scheme: Scheme): void {
  useLayoutEffect(() => {
    const library = map?.getMap();
    if (!library) return;
    const draw = (id: string) => {
      const icon = movingIcon(id, scheme);
      if (!icon) return;
      if (library.hasImage(id)) library.updateImage(id, icon);
      else library.addImage(id, icon, { pixelRatio: iconDensity });
    };
    for (const id of library.listImages()) draw(id);
    library.setMissingStyleImageResolver(draw);
    return () => {
      library.setMissingStyleImageResolver(null);
    };
  }, [map, scheme]);
}
