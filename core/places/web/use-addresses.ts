import { useDebouncedValue } from '@mantine/hooks';
import { useCities } from '#core/countries/web/parts.tsx';
import { searchMs } from '#platform/common/list.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { siteSettings } from '#platform/web/site-settings.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { api } from './api.ts';

/** Shorter texts would find too many places. */
const fewestLetters = 3;

export type FoundAddress = { label: string; location: Location };

/**
 * Places whose address matches the text, in a country or in all (`null`): addresses with a geocoder, else cities. Empty
 * without a text.
 */
export function useAddresses(
  typed: string,
  country: { id: number; shortCode: string } | null | undefined,
): FoundAddress[] {
  const [text] = useDebouncedValue(typed.trim(), searchMs);
  const asks = siteSettings?.geocoder === true && country !== undefined && text.length >= fewestLetters;
  const found = useData(
    api.address.search,
    { query: { text, ...(country ? { country: country.shortCode } : {}) } },
    { enabled: asks, silent: true },
  );
  const cities = useCities(typed, country);
  if (!asks || !found.data?.places?.length) return cities;
  const byAddress = new Map(found.data.places.map(({ address, location }) => [address, { label: address, location }]));
  return [...byAddress.values()];
}
