import { Select } from '@mantine/core';
import { useState } from 'react';
import { fold } from '#platform/common/search.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { api, useText } from './api.ts';

type Props = {
  label: string;
  value?: number | null;
  onChange(id: number): void;
  error?: unknown;
  name?: string;
  withAsterisk?: boolean;
};

/** All countries by their names in the person's language. Open it is a search; closed empty it shows the last choice again. */
export function CountrySelect({ label, value = null, onChange, error, name, withAsterisk = false }: Props) {
  const t = useText();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const countries = useData(api.country.all, {}, { staleTime: Number.POSITIVE_INFINITY });
  const data = (countries.data ?? []).map((one) => ({ value: String(one.id), label: one.localizedName }));
  const chosen = data.find((one) => one.value === String(value))?.label ?? '';
  return (
    <Select
      label={label}
      error={error as string | undefined}
      name={name}
      withAsterisk={withAsterisk}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(id) => id && onChange(Number(id))}
      allowDeselect={false}
      searchable
      searchValue={opened ? search : chosen}
      onSearchChange={setSearch}
      filter={({ options, search: word }) =>
        options.filter((one) => 'label' in one && fold(one.label).includes(fold(word)))
      }
      placeholder={t('searchCountry')}
      nothingFoundMessage={t('nothingFound')}
      onDropdownOpen={() => {
        setSearch('');
        setOpened(true);
      }}
      onDropdownClose={() => setOpened(false)}
    />
  );
}
