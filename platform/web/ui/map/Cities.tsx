import { Layer, Source } from 'react-map-gl/maplibre';
import { canvasColors } from '../../colours.ts';
import type { City } from './WorldMap.tsx';

/** City names on the built-in map, the largest first, in system fonts so that no fonts are fetched. */
export function Cities({ cities, scheme }: { cities: readonly City[]; scheme: 'light' | 'dark' }) {
  const colors = canvasColors(scheme);
  return (
    <Source
      id="cities"
      type="geojson"
      data={{
        type: 'FeatureCollection',
        features: cities.map(({ name, lat, lng }, rank) => ({
          type: 'Feature',
          properties: { name, rank },
          geometry: { type: 'Point', coordinates: [lng, lat] },
        })),
      }}
    >
      <Layer
        id="cities-names"
        type="symbol"
        layout={{
          'text-field': ['concat', '• ', ['get', 'name']],
          'text-size': ['interpolate', ['linear'], ['zoom'], 2, 11, 8, 14],
          'text-padding': 6,
          'symbol-sort-key': ['get', 'rank'],
        }}
        paint={{ 'text-color': colors.dim, 'text-halo-color': colors.surface, 'text-halo-width': 1.5 }}
      />
    </Source>
  );
}
