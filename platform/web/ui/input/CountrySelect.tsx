import { Select } from '@mantine/core';
import { useState } from 'react';
import { useInputText } from './texts.ts';

/** A country by its name in the person's language. */
export type CountryChoice = { id: number; localizedName: string };

type Props = {
  countries: readonly CountryChoice[];
  label: string;
  value?: number | null;
  onChange(id: number): void;
  error?: unknown;
  name?: string;
  withAsterisk?: boolean;
};

/** Countries to choose from. Open it is a search; closed empty it shows the last choice again. */
export function CountrySelect({ countries, label, value = null, onChange, error, name, withAsterisk = false }: Props) {
  const t = useInputText();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const data = countries.map((one) => ({ value: String(one.id), label: one.localizedName }));
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
      placeholder={t('searchCountry')}
      nothingFoundMessage={t('noCountry')}
      onDropdownOpen={() => {
        setSearch('');
        setOpened(true);
      }}
      onDropdownClose={() => setOpened(false)}
    />
  );
}
