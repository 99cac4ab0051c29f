import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { canvasColors } from '../../colours.ts';
import { clustering, colorByRank, rankOf, useOpenPoint } from './clustered-points.ts';
import type { MapPoint } from './WorldMap.tsx';

type Props = {
  points: readonly MapPoint[];
  onPoint: ((id: number) => void) | undefined;
  scheme: 'light' | 'dark';
};

const drawn = { source: 'points', layers: ['points-many', 'points-one'] };

/** Points on the map; near ones are clustered with their number. */
export function Points({ points, onPoint, scheme }: Props) {
  const colors = canvasColors(scheme);
  const color = useMemo(() => colorByRank(scheme), [scheme]);
  const data = useMemo(
    (): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: points.map(({ id, name, lat, lng, tone }) => ({
        type: 'Feature',
        properties: { id, name, rank: rankOf(tone) },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      })),
    }),
    [points],
  );
  useOpenPoint(drawn, onPoint);
  return (
    <Source id={drawn.source} type="geojson" data={data} {...clustering}>
      <Layer
        id="points-many"
        type="circle"
        filter={['has', 'point_count']}
        paint={{
          'circle-color': color,
          'circle-radius': ['step', ['get', 'point_count'], 14, 10, 18, 100, 22],
        }}
      />
      <Layer
        id="points-count"
        type="symbol"
        filter={['has', 'point_count']}
        layout={{ 'text-field': ['get', 'point_count_abbreviated'], 'text-size': 12, 'text-allow-overlap': true }}
        paint={{ 'text-color': colors.surface }}
      />
      <Layer
        id="points-one"
        type="circle"
        filter={['!', ['has', 'point_count']]}
        paint={{
          'circle-color': color,
          'circle-radius': 7,
          'circle-stroke-color': colors.surface,
          'circle-stroke-width': 2,
        }}
      />
      <Layer
        id="points-names"
        type="symbol"
        filter={['!', ['has', 'point_count']]}
        layout={{
          'text-field': ['get', 'name'],
          'text-size': 13,
          'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
          'text-radial-offset': 0.9,
        }}
        paint={{ 'text-color': colors.text, 'text-halo-color': colors.surface, 'text-halo-width': 2 }}
      />
    </Source>
  );
}
