import { Loader, MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { searchMs } from '#platform/common/list.ts';
import { useKitText } from '../../../i18n/texts.ts';
import { iconSizes } from '../../../theme.ts';
import { useInputText } from '../../input/texts.ts';
import { useOptionPages } from '../../input/use-option-pages.ts';
import { type FieldProps, selectedValues, useMaxSelectedOptions } from './filter-field.ts';
import { type FilterOption, optionListHeight, optionPageSize } from './filters.ts';

const nothing = async () => ({ data: [], totalRecords: 0 });

/** A select with options from the server, ten at a time; more load beyond 90 % of the scroll height. */
export function SearchedSelect(props: FieldProps) {
  const { namespace, name, filter, value, parent, labels, onChange, onLabels, onInvalid } = props;
  const kit = useKitText();
  const t = useInputText();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const [term] = useDebouncedValue(search, filter.debounceMs ?? searchMs);
  const chosen = selectedValues(value);
  const tooMany = useMaxSelectedOptions(chosen, onInvalid);
  const above = Array.isArray(parent) ? parent : undefined;
  const disabled = filter.dependsOn !== undefined && !above?.length;
  const tooShort = filter.minCharacters !== undefined && term.length <= filter.minCharacters;
  const { options, fetching, onScroll } = useOptionPages({
    key: [namespace, 'options', filter.field],
    search: filter.search ?? nothing,
    term,
    pageSize: optionPageSize,
    enabled: opened && !disabled && !tooShort,
    parent: above,
    onFound: (found) =>
      onLabels(Object.fromEntries(found.map((option) => [`${filter.field}/${option.value}`, option.label]))),
  });
  const selectedOptions = chosen
    .filter((one) => !options.some((option) => option.value === one))
    .map((one): FilterOption => ({ value: one, label: labels[`${filter.field}/${one}`] ?? one }));
  const shared = {
    label: name,
    data: [...selectedOptions, ...options],
    disabled,
    ...(disabled ? { description: t('parentFirst') } : {}),
    searchable: true,
    clearable: true,
    clearButtonProps: { 'aria-label': t('clear', { name }) },
    ...(chosen.length === 0 ? { placeholder: t('choose') } : {}),
    onSearchChange: setSearch,
    onDropdownOpen: () => setOpened(true),
    onDropdownClose: () => setOpened(false),
    maxDropdownHeight: optionListHeight,
    nothingFoundMessage: fetching ? kit('shell.loading') : tooShort ? t('typeToSearch') : kit('list.noOptions'),
    scrollAreaProps: { onScrollCapture: onScroll },
    ...(fetching ? { rightSection: <Loader size={iconSizes.sm} /> } : {}),
  };
  if (filter.single)
    return (
      <Select
        {...shared}
        filter={({ options: all }) => all}
        value={chosen[0] ?? null}
        onChange={(next) => onChange(next ? [next] : undefined)}
      />
    );
  return (
    <MultiSelect
      {...shared}
      filter={({ options: all }) => all}
      value={chosen}
      onChange={onChange}
      error={tooMany}
      hidePickedOptions
      searchValue={search}
    />
  );
}
