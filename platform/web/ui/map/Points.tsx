import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect, useMemo } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { canvasColors } from '../../colours.ts';
import type { Point } from './WorldMap.tsx';

type Props = {
  points: readonly Point[];
  onPoint: ((id: number) => void) | undefined;

  scheme: 'light' | 'dark';
};

const source = 'points';
const layers = { many: 'points-many', one: 'points-one' };

/** Points on the map; near ones are clustered with their number. */
export function Points({ points, onPoint, scheme }: Props) {
  const { current: map } = useMap();
  const colors = canvasColors(scheme);
  const data = useMemo(
    (): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: points.map(({ id, name, lat, lng }) => ({
        type: 'Feature',
        properties: { id, name },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      })),
    }),
    [points],
  );
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
  return (
    <Source id={source} type="geojson" data={data} cluster clusterRadius={40} clusterMaxZoom={14}>
      <Layer
        id={layers.many}
        type="circle"
        filter={['has', 'point_count']}
        paint={{
          'circle-color': colors.accent,
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
          'circle-color': colors.accent,
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
