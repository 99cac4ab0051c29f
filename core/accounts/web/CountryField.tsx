import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { transport } from '#platform/web/client/connection.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { type CountryChoice, CountrySelect } from '#platform/web/ui/input/CountrySelect.tsx';

/** The United Arab Emirates. Source: 1-core.md §2. */
export const usualCountry = 233;

/**
 * All countries by their names in the person's language. The gazetteer belongs to the slice of places, which stands on this one: only the address
 * of its public call is known here.
 */
export function useCountries(): readonly CountryChoice[] {
  const { language } = useFormats();
  const countries = useQuery({
    queryKey: ['countries', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await transport.send({ method: 'GET', path: '/country', open: true, signal })).data as CountryChoice[],
  });
  return countries.data ?? none;
}
const none: readonly CountryChoice[] = [];

/** The country of a company. */
export function CountryField(props: Omit<ComponentProps<typeof CountrySelect>, 'countries'>) {
  return <CountrySelect {...props} countries={useCountries()} />;
}
