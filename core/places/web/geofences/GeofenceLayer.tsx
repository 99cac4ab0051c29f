import { useComputedColorScheme } from '@mantine/core';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { canvasColors } from '#platform/web/colours.ts';
import { api } from '../api.ts';
import { useAllRows } from '../use-all-rows.ts';
import { drawingOf, outlineOf } from './geofence-shapes.ts';

const everything = {};

/** The geofences that the person may see, with their names, as layers of a map. */
export function GeofenceLayer() {
  const { accent, text, surface, severities } = canvasColors(useComputedColorScheme('light'));
  const colour = [
    'match',
    ['get', 'purpose'],
    ...['forbidden', severities.problem[2]],
    ...['allowed', severities.good[2]],
    ...['customer', severities.ok[2]],
    accent,
  ] as unknown as ExpressionSpecification;
  const { rows } = useAllRows(api.geofence.list, everything);
  const data = useMemo(
    (): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: rows.flatMap(({ name, purpose, shape }) => {
        const outline = outlineOf(drawingOf(shape)).map(({ lat, lng }) => [lng, lat]);
        const [first] = outline;
        if (!first) return [];
        return [
          {
            type: 'Feature',
            properties: { name, purpose },
            geometry: { type: 'Polygon', coordinates: [[...outline, first]] },
          },
        ];
      }),
    }),
    [rows],
  );
  return (
    <Source id="geofences" type="geojson" data={data}>
      <Layer id="geofences-area" type="fill" paint={{ 'fill-color': colour, 'fill-opacity': 0.12 }} />
      <Layer id="geofences-edge" type="line" paint={{ 'line-color': colour, 'line-width': 2 }} />
      <Layer
        id="geofences-name"
        type="symbol"
        layout={{ 'text-field': ['get', 'name'], 'text-size': 12 }}
        paint={{ 'text-color': text, 'text-halo-color': surface, 'text-halo-width': 2 }}
      />
    </Source>
  );
}
