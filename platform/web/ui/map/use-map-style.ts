import { useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { siteSettings } from '../../site-settings.ts';
import { fetchedStyle, isTemplate, labelledIn, plainStyle, tiledStyle } from './map-style.ts';

const tiles = siteSettings?.tiles ?? null;

type Drawn = {
  style: StyleSpecification;
  /** Whether it is from the tile server: then it shows streets and has its own labels. */
  detailed: boolean;
  /** Why there are no streets: their server has not answered yet, it cannot be reached, or none is set up. */
  without?: 'loading' | 'unreachable' | 'plain';
};

/**
 * The style of maps: the tiles or style of the installation; until it arrives, if it fails, or without one, the built-in
 * map.
 */
export function useMapStyle(scheme: 'light' | 'dark'): Drawn {
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
    if (own.data) return { style: labelledIn(own.data, language), detailed: true };
    if (tiles && !asks) return { style: tiledStyle(scheme, tiles), detailed: true };
    const without = !asks ? 'plain' : own.isError ? 'unreachable' : 'loading';
    return { style: plainStyle(scheme), detailed: false, without };
  }, [own.data, own.isError, asks, scheme, language]);
}

/** The attribution of raster tiles; a style's sources have their own. */
export const styleAttribution = tiles && !isTemplate(tiles) ? tiles.attribution : '';
