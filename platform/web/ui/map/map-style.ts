import type { StyleSpecification } from 'maplibre-gl';
import type { SiteSettings } from '#platform/common/site-settings.ts';
import { canvasColors } from '../../colours.ts';
import { worldAddress, worldLayer, worldMaxZoom } from './world-tiles.ts';

type Scheme = 'light' | 'dark';
type Tiles = NonNullable<SiteSettings['tiles']>;

const countries = { source: 'world', 'source-layer': worldLayer } as const;

/** The built-in map of countries, which needs no other network. */
export function plainStyle(scheme: Scheme): StyleSpecification {
  const colors = canvasColors(scheme);
  return {
    version: 8,
    sources: {
      world: { type: 'vector', tiles: [worldAddress], maxzoom: worldMaxZoom, attribution: 'Natural Earth' },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colors.line } },
      { id: 'land', type: 'fill', ...countries, paint: { 'fill-color': colors.surface } },
      { id: 'borders', type: 'line', ...countries, paint: { 'line-color': colors.lineStrong, 'line-width': 1 } },
    ],
  };
}

/** The raster tiles of a tile server over the built-in map, which remains visible where tiles are missing. */
export function tiledStyle(scheme: Scheme, { url, attribution }: Tiles): StyleSpecification {
  const plain = plainStyle(scheme);
  return {
    ...plain,
    sources: { ...plain.sources, tiles: { type: 'raster', tiles: [url], tileSize: 256, maxzoom: 19, attribution } },
    layers: [
      ...plain.layers,
      {
        id: 'tiles',
        type: 'raster',
        source: 'tiles',
        // Tiles are designed for light pages.
        paint: scheme === 'dark' ? { 'raster-brightness-max': 0.75, 'raster-saturation': -0.4 } : {},
      },
    ],
  };
}

export const isTemplate = ({ url }: Tiles): boolean => url.includes('{z}');

const styleWithinMs = 10_000;

/** Fetches the MapLibre style of a tile server. */
export async function fetchedStyle({ url }: Tiles): Promise<StyleSpecification> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(styleWithinMs) });
  if (!reply.ok) throw new Error(`The map style answers ${reply.status}`);
  return (await reply.json()) as StyleSpecification;
}

/** The style with the names of places in a language where the map has them, else as they are written there. */
export const labelledIn = (style: StyleSpecification, language: 'en' | 'ar'): StyleSpecification => ({
  ...style,
  layers: style.layers.map((layer) =>
    layer.type === 'symbol' && JSON.stringify(layer.layout?.['text-field'] ?? '').includes('name')
      ? {
          ...layer,
          layout: { ...layer.layout, 'text-field': ['coalesce', ['get', `name:${language}`], ['get', 'name']] },
        }
      : layer,
  ),
});
