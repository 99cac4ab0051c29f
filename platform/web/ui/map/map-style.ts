import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { SiteSettings } from '#platform/common/settings/site-settings.ts';
import { canvasColors } from '../../colours.ts';
import { worldAddress, worldLayers, worldLevels } from './world-levels.ts';

type Scheme = 'light' | 'dark';
type Tiles = NonNullable<SiteSettings['tiles']>;

/** The built-in map of countries, which needs no other network: each level over the coarser ones. */
export function plainStyle(scheme: Scheme): StyleSpecification {
  const colors = canvasColors(scheme);
  const sources = worldLevels.map(({ name, zoom }) => [
    name,
    { type: 'vector' as const, tiles: [worldAddress], minzoom: zoom, maxzoom: zoom, attribution: 'Natural Earth' },
  ]);
  const layers = worldLevels.flatMap(({ name, from }, position): LayerSpecification[] => {
    // The farthest stays below all others: it shows land where their tiles are still loading.
    const maxzoom = position > 0 ? worldLevels[position + 1]?.from : undefined;
    const drawn = { source: name, minzoom: from, ...(maxzoom === undefined ? {} : { maxzoom }) };
    const [countries, sea] = [
      { ...drawn, 'source-layer': worldLayers.countries },
      { ...drawn, 'source-layer': worldLayers.sea },
    ];
    return [
      // Without smoothing, which would draw lines between tiles.
      { id: `${name}-sea`, type: 'fill', ...sea, paint: { 'fill-color': colors.line, 'fill-antialias': false } },
      { id: `${name}-land`, type: 'fill', ...countries, paint: { 'fill-color': colors.surface } },
      {
        id: `${name}-borders`,
        type: 'line',
        ...countries,
        paint: { 'line-color': colors.lineStrong, 'line-width': 1 },
      },
    ];
  });
  const background: LayerSpecification = {
    id: 'background',
    type: 'background',
    paint: { 'background-color': colors.line },
  };
  return { version: 8, sources: Object.fromEntries(sources), layers: [background, ...layers] };
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
  if (!reply.ok) throw new Error(`The map style could not be loaded: status ${reply.status}`);
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
