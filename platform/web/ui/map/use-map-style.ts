import { useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { siteSettings } from '../../site-settings.ts';
import { fetchedStyle, isTemplate, labelledIn, plainStyle, tiledStyle } from './map-style.ts';

const tiles = siteSettings?.tiles ?? null;

type Drawn = {
  style: StyleSpecification;
  /** From the tile server: it shows streets and has labels of its own. */
  detailed: boolean;
  /** The installation has streets, but their server does not answer. */
  unreachable: boolean;
};

/** The style of maps: the tiles or style of the installation; otherwise, or if they fail, the built-in map. */
export function useMapStyle(scheme: 'light' | 'dark'): Drawn | null {
  const { language } = useFormats();
  const asks = tiles !== null && !isTemplate(tiles);
  const own = useQuery({
    queryKey: ['map-style'],
    queryFn: () => (tiles ? fetchedStyle(tiles) : null),
    enabled: asks,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (own.data) return { style: labelledIn(own.data, language), detailed: true, unreachable: false };
    if (asks && own.isPending) return null;
    return tiles && !asks
      ? { style: tiledStyle(scheme, tiles), detailed: true, unreachable: false }
      : { style: plainStyle(scheme), detailed: false, unreachable: own.isError };
  }, [own.data, own.isPending, own.isError, asks, scheme, language]);
}

/** The attribution of raster tiles; a style's sources have their own. */
export const styleAttribution = tiles && !isTemplate(tiles) ? tiles.attribution : '';
