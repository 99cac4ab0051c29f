import { useQuery } from '@tanstack/react-query';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { findTones } from '#platform/web/shell/layout/shell-parts.ts';
import type { Tone } from '#platform/web/ui/values/severity.ts';

const noTopics: readonly string[] = [];
const notKnown = ['places', 'site-tones'];

/**
 * The tones of sites by id, live: of the worst open alarm. Undefined until they are known, and where no slice provides
 * them.
 */
export function useSiteTones(): ReadonlyMap<number, Tone> | undefined {
  const { data: tones } = useQuery({
    queryKey: [...notKnown, 'source'],
    queryFn: () => findTones('structure'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const key = tones?.key ?? notKnown;
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => tones?.load(signal), enabled: Boolean(tones) });
  useLiveRefetch(tones?.topics ?? noTopics, key);
  return tones && query.data !== undefined ? tones.tonesOf(query.data) : undefined;
}
