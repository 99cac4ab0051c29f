import type { ExpressionSpecification, GeoJSONSource } from 'maplibre-gl';
import { useEffect, useMemo } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { canvasColors } from '../../colours.ts';
import type { Tone } from '../values/severity.ts';
import type { MapPoint } from './WorldMap.tsx';

type Props = {
  points: readonly MapPoint[];
  onPoint: ((id: number) => void) | undefined;

  scheme: 'light' | 'dark';
};

/** From the calmest to the worst. */
const ranks = ['none', 'good', 'ok', 'poor', 'problem'] as const satisfies Tone[];
/** The rank of a cluster is the highest of its points. */
const clusterProperties = { rank: ['max', ['get', 'rank']] };

function colorByRank(scheme: Props['scheme']): ExpressionSpecification {
  const { severities, accent } = canvasColors(scheme);
  const stops = ranks.flatMap((tone, rank) => [rank, severities[tone][2]]);
  return ['match', ['get', 'rank'], ...stops, accent] as unknown as ExpressionSpecification;
}

const source = 'points';
const layers = { many: 'points-many', one: 'points-one' };

/** A click on a point opens it; one on a cluster zooms in. */
function useOpenPoint(map: ReturnType<typeof useMap>['current'], onPoint: Props['onPoint']): void {
  useEffect(() => {
    if (!map) return;
    const open = async (event: { point: { x: number; y: number } }) => {
      const at: [number, number] = [event.point.x, event.point.y];
      const drawn = Object.values(layers).filter((layer) => map.getLayer(layer));
      const [found] = map.queryRenderedFeatures(at, { layers: drawn });
      if (found?.geometry.type !== 'Point') return;
      const { cluster_id: cluster, id } = found.properties as { cluster_id?: number; id?: number };
      if (cluster === undefined) return id === undefined ? undefined : onPoint?.(id);
      const zoom = await map.getSource<GeoJSONSource>(source)?.getClusterExpansionZoom(cluster);
      map.easeTo({ center: found.geometry.coordinates as [number, number], ...(zoom ? { zoom } : {}) });
    };
    map.on('click', open);
    return () => {
      map.off('click', open);
    };
  }, [map, onPoint]);
}

/** Points on the map; near ones are clustered with their number. */
export function Points({ points, onPoint, scheme }: Props) {
  const { current: map } = useMap();
  const colors = canvasColors(scheme);
  const color = useMemo(() => colorByRank(scheme), [scheme]);
  const data = useMemo(
    (): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: points.map(({ id, name, lat, lng, tone }) => ({
        type: 'Feature',
        properties: { id, name, rank: tone ? ranks.indexOf(tone) : -1 },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      })),
    }),
    [points],
  );
  useOpenPoint(map, onPoint);
  return (
    <Source
      id={source}
      type="geojson"
      data={data}
      cluster
      clusterProperties={clusterProperties}
      clusterRadius={40}
      clusterMaxZoom={14}
    >
      <Layer
        id={layers.many}
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
        id={layers.one}
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
