import { useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { siteSettings } from '../../site-settings.ts';
import { fetchedStyle, isTemplate, labelledIn, plainStyle, tiledStyle } from './map-style.ts';
import { worldCountries } from './world.ts';

const tiles = siteSettings?.tiles ?? null;
const neverRefetched = { staleTime: Number.POSITIVE_INFINITY } as const;

type Drawn = {
  style: StyleSpecification;
  /** From the tile server: it shows streets and has labels of its own. */
  detailed: boolean;
};

/** The style of maps: the tiles or style of the installation; otherwise, or if they fail, the built-in map. */
export function useMapStyle(scheme: 'light' | 'dark', near: boolean): Drawn | null {
  const { language } = useFormats();
  const asks = tiles !== null && !isTemplate(tiles);
  const own = useQuery({
    queryKey: ['map-style'],
    queryFn: () => (tiles ? fetchedStyle(tiles) : null),
    enabled: asks,
    retry: false,
    ...neverRefetched,
  });
  const far = useQuery({ queryKey: ['world'], queryFn: () => worldCountries(), ...neverRefetched });
  const plain = tiles === null || own.isError;
  // The finer outlines are large: they are fetched once somebody looks closely.
  const fine = useQuery({
    queryKey: ['world', 'fine'],
    queryFn: () => worldCountries('fine'),
    enabled: plain && near,
    ...neverRefetched,
  });
  const world = fine.data ?? far.data;
  return useMemo(() => {
    if (own.data) return { style: labelledIn(own.data, language), detailed: true };
    if (!world || (asks && own.isPending)) return null;
    return tiles && !asks
      ? { style: tiledStyle(world, scheme, tiles), detailed: true }
      : { style: plainStyle(world, scheme), detailed: false };
  }, [own.data, own.isPending, asks, world, scheme, language]);
}

/** The attribution of raster tiles; a style's sources have their own. */
export const styleAttribution = tiles && !isTemplate(tiles) ? tiles.attribution : '';
