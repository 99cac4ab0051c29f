import { useComputedColorScheme } from '@mantine/core';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { canvasColors } from '#platform/web/colours.ts';
import type { DraftStop } from './draft.ts';
import type { ShownWay } from './use-way.ts';

type Props = { stops: readonly DraftStop[]; way: ShownWay; corridor: number };

/** The metres of a pixel at zoom 0 on the equator. */
const metresPerPixel = 40_075_016.686 / 512;
const closestZoom = 22;

/** The width of the corridor in pixels, which doubles with each step of the zoom. */
function corridorWidth(corridor: number, lat: number): ExpressionSpecification {
  const pixels = (2 * corridor) / (metresPerPixel * Math.cos((lat * Math.PI) / 180));
  return ['interpolate', ['exponential', 2], ['zoom'], 0, pixels, closestZoom, pixels * 2 ** closestZoom];
}

/** A route on the map: its corridor, its line, dashed where it does not follow roads, and its numbered stops. */
export function RouteLayers({ stops, way, corridor }: Props) {
  const { accent, surface, text } = canvasColors(useComputedColorScheme('light'));
  const line = useMemo(
    (): GeoJSON.Feature => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: way.geometry.map(({ lat, lng }) => [lng, lat]) },
    }),
    [way],
  );
  const numbered = useMemo(
    (): GeoJSON.FeatureCollection => ({
      type: 'FeatureCollection',
      features: stops.map(({ location: { lat, lng } }, n) => ({
        type: 'Feature',
        properties: { number: String(n + 1), order: n },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      })),
    }),
    [stops],
  );
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const isStraight = way.engine === 'straight';
  return (
    <>
      <Source id="route" type="geojson" data={line}>
        <Layer
          id="route-corridor"
          type="line"
          layout={round}
          paint={{
            'line-color': accent,
            'line-opacity': 0.18,
            'line-width': corridorWidth(corridor, way.geometry[0]?.lat ?? 0),
          }}
        />
        <Layer
          // What is dashed cannot become solid again.
          key={way.engine}
          id={`route-line-${way.engine}`}
          type="line"
          layout={{ 'line-join': 'round' }}
          paint={{ 'line-color': accent, 'line-width': 3, ...(isStraight ? { 'line-dasharray': [2, 2] } : {}) }}
        />
      </Source>
      <Source id="route-stops" type="geojson" data={numbered}>
        <Layer
          id="route-stop"
          type="circle"
          paint={{
            'circle-radius': 11,
            'circle-color': surface,
            'circle-stroke-width': 2,
            'circle-stroke-color': accent,
          }}
        />
        <Layer
          id="route-stop-number"
          type="symbol"
          layout={{
            'text-field': ['get', 'number'],
            'text-size': 12,
            'text-padding': 0,
            'symbol-sort-key': ['get', 'order'],
          }}
          paint={{ 'text-color': text }}
        />
      </Source>
    </>
  );
}
