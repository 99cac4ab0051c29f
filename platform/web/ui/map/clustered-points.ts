import type { ExpressionSpecification, GeoJSONSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { canvasColors, type Scheme } from '../../colours.ts';
import type { Tone } from '../values/severity.ts';

/** From the calmest to the worst. */
const ranks = ['none', 'good', 'ok', 'poor', 'problem'] as const satisfies Tone[];
/** The rank of a tone as a property of a point; -1 without one. */
export const rankOf = (tone: Tone | null | undefined): number => (tone ? ranks.indexOf(tone) : -1);

/** How points with a `rank` are clustered: the rank of a cluster is the highest of its points. */
export const clustering = {
  cluster: true,
  clusterProperties: { rank: ['max', ['get', 'rank']] },
  clusterRadius: 40,
  clusterMaxZoom: 14,
};

/** The colour of a point or a cluster; the accent without a tone. */
export function colorByRank(scheme: Scheme): ExpressionSpecification {
  const { severities, accent } = canvasColors(scheme);
  const stops = ranks.flatMap((tone, rank) => [rank, severities[tone][2]]);
  return ['match', ['get', 'rank'], ...stops, accent] as unknown as ExpressionSpecification;
}

/** The layers of single points and of clusters of a source. */
type Drawn = { source: string; layers: readonly string[] };

/** A click on a point opens it by the `id` of its properties; one on a cluster zooms in. */
export function useOpenPoint({ source, layers }: Drawn, onPoint: ((id: number) => void) | undefined): void {
  const { current: map } = useMap();
  useEffect(() => {
    if (!map) return;
    const open = async (event: { point: { x: number; y: number } }) => {
      const at: [number, number] = [event.point.x, event.point.y];
      const [found] = map.queryRenderedFeatures(at, { layers: layers.filter((layer) => map.getLayer(layer)) });
      if (found?.geometry.type !== 'Point') return;
      const { cluster_id: cluster, id } = found.properties as { cluster_id?: number; id?: number };
      if (cluster === undefined) return id === undefined ? undefined : onPoint?.(id);
      const zoom = await map.getSource<GeoJSONSource>(source)?.getClusterExpansionZoom(cluster);
      map.easeTo({ center: found.geometry.coordinates as [number, number], ...(zoom ? { zoom } : {}) });
    };
    map.on('click', open);
    return () => {
      map.off('click', open);
    };
  }, [map, source, layers, onPoint]);
}
