import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { canvasColors } from '#platform/web/colours.ts';
import { api } from '../api.ts';
import { useAllRows } from '../use-all-rows.ts';
import { drawingOf, outlineOf } from './geofence-shapes.ts';

const everything = {};

/** The geofences that the person may see, with their names, as layers of a map. */
export function GeofenceLayer() {
  const { accent, text, surface } = canvasColors(useComputedColorScheme('light'));
  const { rows } = useAllRows(api.geofence.list, everything);
  const data = useMemo(
    (): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: rows.flatMap(({ name, shape }) => {
        const outline = outlineOf(drawingOf(shape)).map(({ lat, lng }) => [lng, lat]);
        const [first] = outline;
        if (!first) return [];
        return [
          {
            type: 'Feature',
            properties: { name },
            geometry: { type: 'Polygon', coordinates: [[...outline, first]] },
          },
        ];
      }),
    }),
    [rows],
  );
  return (
    <Source id="geofences" type="geojson" data={data}>
      <Layer id="geofences-area" type="fill" paint={{ 'fill-color': accent, 'fill-opacity': 0.12 }} />
      <Layer id="geofences-edge" type="line" paint={{ 'line-color': accent, 'line-width': 2 }} />
      <Layer
        id="geofences-name"
        type="symbol"
        layout={{ 'text-field': ['get', 'name'], 'text-size': 12 }}
        paint={{ 'text-color': text, 'text-halo-color': surface, 'text-halo-width': 2 }}
      />
    </Source>
  );
}
