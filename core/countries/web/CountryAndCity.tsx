import type { ComponentProps } from 'react';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { defaultCityOf, unitedArabEmirates } from '../common/defaults.ts';
import { api } from './api.ts';
import { CountryField, type CountryFieldProps } from './CountryField.tsx';
import { useText } from './text.ts';

type CityProps = Pick<ComponentProps<typeof SearchSelect>, 'value' | 'error' | 'name'> & {
  label?: string;
  onChange(id: number | null): void;
  /** The city that is chosen, with its name. */
  known?: { id: number; name: string } | null | undefined;
};
type Props = { country: Omit<CountryFieldProps, 'label'> & { label?: string }; city: CityProps };

/** A country and one of its cities. Another country proposes its default city, if it has one. */
export function CountryAndCity({ country, city }: Props) {
  const t = useText();
  const id = country.value ?? null;
  const dubai = { id: defaultCityOf(unitedArabEmirates) as number, name: t('dubai') };
  return (
    <>
      <CountryField
        {...country}
        label={country.label ?? t('country')}
        onChange={(next) => {
          country.onChange(next);
          if (next !== id) city.onChange(defaultCityOf(next));
        }}
      />
      <SearchSelect
        {...city}
        label={city.label ?? t('city')}
        key={id}
        of={api.country.cities}
        params={{ id: id ?? 0 }}
        disabled={id === null}
        known={city.value === dubai.id ? dubai : city.known}
      />
    </>
  );
}
