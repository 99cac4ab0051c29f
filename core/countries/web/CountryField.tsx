import { Anchor, Select } from '@mantine/core';
import { useState } from 'react';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { useText } from './text.ts';
import { useCountries } from './use-countries.ts';

export type CountryFieldProps = {
  label: string;
  value?: number | null;
  onChange(id: number): void;
  /** The country may be cleared. */
  onClear?: (() => void) | undefined;
  error?: unknown;
  name?: string;
  withAsterisk?: boolean;
};

/** Countries to choose from. Open it is a search; closed empty it shows the last choice again. */
export function CountryField({
  label,
  value = null,
  onChange,
  onClear,
  error,
  name,
  withAsterisk = false,
}: CountryFieldProps) {
  const t = useText();
  const kit = useKitText();
  const { all, failed, retry } = useCountries();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const data = all.map((one) => ({ value: String(one.id), label: one.localizedName }));
  const chosen = data.find((one) => one.value === String(value))?.label ?? '';
  return (
    <Select
      label={label}
      error={
        failed ? (
          <>
            {t('failed')}{' '}
            <Anchor component="button" type="button" inherit underline="always" onClick={retry}>
              {t('retry')}
            </Anchor>
          </>
        ) : (
          (error as string | undefined)
        )
      }
      name={name}
      {...(withAsterisk ? required : {})}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(id) => (id ? onChange(Number(id)) : onClear?.())}
      // The button is for the pointer; with the keyboard, the chosen country is selected again.
      allowDeselect={onClear !== undefined}
      clearable={onClear !== undefined && !opened}
      clearButtonProps={{ 'aria-label': kit('actions.clear') }}
      searchable
      searchValue={opened ? search : chosen}
      // Only what is typed: the select itself would put the name of the chosen country there once the countries arrive.
      onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      placeholder={t('search')}
      nothingFoundMessage={failed ? undefined : t('none')}
      onDropdownOpen={() => {
        setSearch('');
        setOpened(true);
      }}
      onDropdownClose={() => setOpened(false)}
    />
  );
}
