import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { transport } from '#platform/web/client/connection.ts';
import { inSession } from '#platform/web/client/storage.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { Country } from '../common/country.ts';

/** Requested once per browser session, in all languages. */
const kept = inSession<Country[]>('countries');

type Countries = {
  /** By name in the person's language; none while they are on their way. */
  all: readonly Country[];
  failed: boolean;
  retry(): void;
};

/** All countries. A failure is logged and shown by the caller, without a notice. */
export function useCountries(): Countries {
  const { language } = useFormats();
  const { data, isError, refetch } = useQuery({
    queryKey: ['countries'],
    staleTime: Number.POSITIVE_INFINITY,
    initialData: () => kept.get(),
    queryFn: ({ signal }) => askFor(signal),
  });
  const all = useMemo(() => {
    const named = (data ?? []).map((one) => ({ ...one, localizedName: one.names[language] }));
    return named.sort((one, other) => one.localizedName.localeCompare(other.localizedName, language));
  }, [data, language]);
  return { all, failed: isError, retry: () => void refetch() };
}

// By its address: signing up shows countries and loads no contracts.
async function askFor(signal: AbortSignal): Promise<Country[]> {
  const answer = await transport.send({ method: 'GET', path: '/country', open: true, silent: true, signal });
  const countries = answer.data as Country[];
  kept.set(countries);
  return countries;
}
