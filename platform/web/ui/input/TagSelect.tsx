import { Loader, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { searchMs } from '#platform/common/list.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import type { FilterOption, OptionQuery } from '../list/filters/filters.ts';
import { useInputText } from './texts.ts';
import { useOptionPages } from './use-option-pages.ts';

const pageSize = 50;

type Props = {
  label: string;
  /** The query key prefix of the options. */
  queryKey: readonly unknown[];
  search: (query: OptionQuery) => Promise<{ data: FilterOption[]; totalRecords: number | undefined }>;
  /** The selected options with labels, so that they need no search. */
  value: readonly FilterOption[];
  onChange(value: FilterOption[]): void;
  error?: ReactNode;
  disabled?: boolean;
  maxTags?: number;
};

/** Selects several options as tags; the server returns fifty at a time. */
export function TagSelect({ label, queryKey, search, value, onChange, error, disabled = false, maxTags }: Props) {
  const t = useInputText();
  const kit = useKitText();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [term] = useDebouncedValue(typed, searchMs);
  const { options, fetching, onScroll } = useOptionPages({
    key: queryKey,
    search,
    term,
    pageSize,
    enabled: opened && !disabled,
  });
  const byValue = new Map([...options, ...value].map((option) => [option.value, option]));
  return (
    <MultiSelect
      label={label}
      error={error}
      disabled={disabled}
      data={[...byValue.values()]}
      value={value.map((option) => option.value)}
      onChange={(next) => onChange(next.flatMap((one) => byValue.get(one) ?? []))}
      {...(maxTags === undefined ? {} : { maxValues: maxTags })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('clear', { name: label }) }}
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      {...(value.length === 0 ? { placeholder: t('choose') } : {})}
      nothingFoundMessage={fetching ? <Loader size={iconSizes.sm} /> : kit('list.noOptions')}
      scrollAreaProps={{ onScrollCapture: onScroll }}
    />
  );
}
