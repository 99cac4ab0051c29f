import { Loader, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import type { FieldProps } from './FilterField.tsx';
import { type Option, type OptionQuery, optionPageSize } from './filters.ts';

const searchMs = 700;
const loadMoreAt = 0.9;

/** Options from the server, ten at a time; the next ones load when one scrolls past 90 %. */
export function SearchedSelect({ namespace, name, filter, value, parent, labels, onChange, onLabels }: FieldProps) {
  const t = useKitText();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const [word] = useDebouncedValue(search, searchMs);
  const chosen = Array.isArray(value) ? value : [];
  const above = Array.isArray(parent) ? parent : undefined;
  const disabled = filter.dependsOn !== undefined && !above?.length;
  const options = useInfiniteQuery({
    queryKey: [namespace, 'options', filter.field, word, above],
    enabled: opened && !disabled,
    initialPageParam: 0,
    queryFn: async ({ pageParam }) => {
      const query: OptionQuery = {
        search: word,
        skip: pageParam,
        limit: optionPageSize,
        ...(above ? { parent: above } : {}),
      };
      const page = await filter.search?.(query);
      onLabels(
        Object.fromEntries((page?.data ?? []).map((option) => [`${filter.field}/${option.value}`, option.label])),
      );
      return page ?? { data: [], totalRecords: 0 };
    },
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
      const more = last.totalRecords === undefined ? last.data.length === optionPageSize : loaded < last.totalRecords;
      return more ? loaded : undefined;
    },
  });
  const found = options.data?.pages.flatMap((page) => page.data) ?? [];
  const kept = chosen
    .filter((one) => !found.some((option) => option.value === one))
    .map((one): Option => ({ value: one, label: labels[`${filter.field}/${one}`] ?? one }));
  const onScroll = (viewport: HTMLDivElement | null) => {
    if (!viewport || !options.hasNextPage || options.isFetchingNextPage) return;
    if (viewport.scrollTop + viewport.clientHeight > viewport.scrollHeight * loadMoreAt) void options.fetchNextPage();
  };
  return (
    <MultiSelect
      label={name}
      data={[...kept, ...found]}
      value={chosen}
      onChange={onChange}
      disabled={disabled}
      {...(disabled ? { description: t('list.parentFirst') } : {})}
      searchable
      clearable
      hidePickedOptions
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      nothingFoundMessage={options.isFetching ? t('shell.loading') : t('list.noOptions')}
      rightSection={options.isFetching ? <Loader size={iconSizes.sm} /> : undefined}
      scrollAreaProps={{
        onScrollCapture: (event: { target: EventTarget }) => onScroll(event.target as HTMLDivElement),
      }}
    />
  );
}
