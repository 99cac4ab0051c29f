import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { Layer, Marker, Source } from 'react-map-gl/maplibre';
import { canvasColors } from '#platform/web/colours.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import type { AreaPolygon } from '../../common/area-geometry.ts';
import classes from './Areas.module.css';

/** From the lowest to the highest. `plain`: other areas around. */
const areaTones = ['plain', 'accent', 'gap', 'overlap'] as const;
type AreaTone = (typeof areaTones)[number];
const opacities: Record<AreaTone, number> = { plain: 0.1, accent: 0.15, gap: 0.5, overlap: 0.5 };
/** `name` is written on the area. */
export type ShownArea = { id: number | string; name?: string; tone: AreaTone; polygons: readonly AreaPolygon[] };

const ringOf = (path: readonly Location[]) => [...path, path[0] as Location].map(({ lat, lng }) => [lng, lat]);
const isRing = (path: readonly Location[]) => path.length > 2;

const shapeOf = ({ tone, polygons }: ShownArea): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { tone },
  geometry: {
    type: 'MultiPolygon',
    coordinates: polygons
      .filter(({ outer }) => isRing(outer))
      .map(({ outer, holes }) => [outer, ...holes.filter(isRing)].map(ringOf)),
  },
});

/** In the middle of the corners of the first polygon. */
function middleOf([first]: readonly AreaPolygon[]): Location | null {
  const points = first?.outer ?? [];
  if (points.length === 0) return null;
  const mean = (pick: (at: Location) => number) => points.reduce((sum, at) => sum + pick(at), 0) / points.length;
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) };
}

/** Areas on a map, above its own layers. */
export function AreaLayers({ areas }: { areas: readonly ShownArea[] }) {
  const scheme = useComputedColorScheme('light');
  const { accent, dim, severities } = canvasColors(scheme);
  const colors: Record<AreaTone, string> = {
    accent,
    plain: dim,
    gap: severities.poor[2],
    overlap: severities.problem[2],
  };
  const shapes = useMemo(
    (): GeoJSON.FeatureCollection => ({ type: 'FeatureCollection', features: areas.map(shapeOf) }),
    [areas],
  );
  return (
    <>
      <Source type="geojson" data={shapes}>
        {/* Unlike a colour by property, a layer for each colour does not need a separate program on the graphics card. */}
        {areaTones.map((tone) => (
          <Layer
            key={`fill ${tone}`}
            type="fill"
            filter={['==', ['get', 'tone'], tone]}
            paint={{ 'fill-color': colors[tone], 'fill-opacity': opacities[tone] }}
          />
        ))}
        {areaTones.map((tone) => (
          <Layer
            key={`line ${tone}`}
            type="line"
            filter={['==', ['get', 'tone'], tone]}
            paint={{ 'line-color': colors[tone], 'line-width': tone === 'accent' ? 2 : 1 }}
          />
        ))}
      </Source>
      {areas.map(({ id, name, polygons }) => {
        const middle = name ? middleOf(polygons) : null;
        return (
          middle && (
            <Marker key={id} longitude={middle.lng} latitude={middle.lat}>
              <bdi className={classes.name}>{name}</bdi>
            </Marker>
          )
        );
      })}
    </>
  );
}
