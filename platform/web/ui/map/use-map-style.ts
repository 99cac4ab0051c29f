import { useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { siteSettings } from '../../site-settings.ts';
import { fetchedStyle, isTemplate, plainStyle, tiledStyle } from './map-style.ts';
import { worldCountries } from './world.ts';

const tiles = siteSettings?.tiles ?? null;
const neverRefetched = { staleTime: Number.POSITIVE_INFINITY } as const;

type Drawn = {
  style: StyleSpecification;
  /** From the tile server: it shows streets and has labels of its own. */
  detailed: boolean;
};

/** The style of maps: the tiles or style of the installation; otherwise, or if they fail, the built-in map. */
export function useMapStyle(scheme: 'light' | 'dark'): Drawn | null {
  const asks = tiles !== null && !isTemplate(tiles);
  const own = useQuery({
    queryKey: ['map-style'],
    queryFn: () => (tiles ? fetchedStyle(tiles) : null),
    enabled: asks,
    retry: false,
    ...neverRefetched,
  });
  const world = useQuery({ queryKey: ['world'], queryFn: worldCountries, ...neverRefetched });
  return useMemo(() => {
    if (own.data) return { style: own.data, detailed: true };
    if (!world.data || (asks && own.isPending)) return null;
    return tiles && !asks
      ? { style: tiledStyle(world.data, scheme, tiles), detailed: true }
      : { style: plainStyle(world.data, scheme), detailed: false };
  }, [own.data, own.isPending, asks, world.data, scheme]);
}

/** The attribution of raster tiles; a style's sources have their own. */
export const styleAttribution = tiles && !isTemplate(tiles) ? tiles.attribution : '';
