import { useDebouncedValue } from '@mantine/hooks';
import { useList } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { api } from './api.ts';

/** Source: 1-core.md §9, search and filter debounce. */
const waitMs = 700;
const shown = 8;

/** Cities whose names hold the word: of a country, or of all (`null`). None while there is no word. */
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
