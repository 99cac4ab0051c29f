import { useDebouncedValue } from '@mantine/hooks';
import { useData, useList } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { api } from './api.ts';

const waitMs = 700;
const shown = 8;
const nearby = 10;

/** Cities whose names contain the word: in one country, or in all (`null`). None while there is no word. */
export function useCities(typed: string, country: { id: number } | null | undefined) {
  const kit = useKitText();
  const [word] = useDebouncedValue(typed.trim(), waitMs);
  const request = { limit: shown, total: false, search: word };
  const params = { id: country?.id ?? 0 };
  const within = useList(api.country.cities, request, { params, enabled: Boolean(country && word) });
  const anywhere = useList(api.country.anyCity, request, { enabled: country === null && word !== '' });
  if (!word) return [];
  return country === null
    ? anywhere.rows.map((one) => ({
        label: `${one.localizedName}${kit('list.comma')}${one.country}`,
        location: one.location,
      }))
    : within.rows.map((one) => ({ label: one.localizedName, location: one.location }));
}

/** Where to search within a country: its chosen city, else its largest ones. */
export function useAround(countryId: number, cityId: number | null) {
  const { rows } = useList(api.country.cities, { limit: nearby, total: false }, { params: { id: countryId } });
  const chosen = rows.filter((one) => one.id === cityId);
  return (chosen.length > 0 ? chosen : rows).map((one) => one.location);
}

/** The cities that maps are labelled with, in the person's language. */
export function useLargestCities() {
  return useData(api.country.largestCities, {}, { staleTime: Number.POSITIVE_INFINITY, silent: true }).data;
}
