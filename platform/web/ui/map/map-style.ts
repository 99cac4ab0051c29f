import type { StyleSpecification } from 'maplibre-gl';
import type { World } from '#platform/common/country-at.ts';
import { canvasColors } from '../../theme.ts';

/** A plain map of the countries that needs no network beyond this installation. */
export function plainStyle(world: World, scheme: 'light' | 'dark'): StyleSpecification {
  const colors = canvasColors(scheme);
  return {
    version: 8,
    sources: { world: { type: 'geojson', data: world, attribution: 'Natural Earth' } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colors.line } },
      { id: 'land', type: 'fill', source: 'world', paint: { 'fill-color': colors.surface } },
      { id: 'borders', type: 'line', source: 'world', paint: { 'line-color': colors.lineStrong, 'line-width': 1 } },
    ],
  };
}
