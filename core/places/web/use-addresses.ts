import { useDebouncedValue } from '@mantine/hooks';
import { useCities } from '#core/countries/web/parts.tsx';
import { searchMs } from '#platform/common/list.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { siteSettings } from '#platform/web/site-settings.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { api } from './api.ts';

/** Fewer letters find half the world. */
const fewestLetters = 3;

export type Address = { label: string; location: Location };

/**
 * Places whose address holds the words, of a country or of all (`null`): streets and houses where the installation has a
 * geocoder, cities otherwise and while it knows nothing. None while there is no word.
 */
export function useAddresses(typed: string, country: { id: number; shortCode: string } | null | undefined): Address[] {
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
