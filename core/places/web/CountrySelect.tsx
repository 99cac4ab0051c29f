import type { ComponentProps } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { CountrySelect as Choice } from '#platform/web/ui/input/CountrySelect.tsx';
import { api } from './api.ts';

/** All countries by their names in the person's language. */
export function CountrySelect(props: Omit<ComponentProps<typeof Choice>, 'countries'>) {
  const countries = useData(api.country.all, {}, { staleTime: Number.POSITIVE_INFINITY });
  return <Choice {...props} countries={countries.data ?? []} />;
}
