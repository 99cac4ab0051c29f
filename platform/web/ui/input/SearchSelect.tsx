import { type ComboboxData, Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type ListRequest, searchMs } from '#platform/common/list.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import { useList } from '../../client/hooks.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { required } from '../form/required.ts';
import { useInputText } from './texts.ts';

type Named = { id: number; name: string; group?: string | undefined };
type Found = Named & { localizedName?: string };
type Props = {
  label: string;
  value?: number | null;
  onChange?(id: number | null): void;
  /** The record of the value, if it is not among the loaded options. */
  known?: Named | null | undefined;
  /** The list that is searched by name; its rows have `localizedName` or `name`. */
  of: Endpoint<AnyRoute>;
  params?: Args<AnyRoute>['params'];
  query?: Args<AnyRoute>['query'];
  /** Filters of the list. */
  filter?: Record<string, string> | undefined;
  sort?: ListRequest['sort'];
  /** The heading above options of a sorted list, such as their site. */
  // biome-ignore lint/suspicious/noExplicitAny: the list decides what its rows are
  group?(row: any): string | undefined;
  /** The id of a record that cannot be selected, such as the parent of itself. */
  except?: number | undefined;
  error?: unknown;
  name?: string;
  withAsterisk?: boolean;
  disabled?: boolean;
};

/** The request for the options before a search. */
export const firstOptions = { limit: 50, total: false };

/** Options under the headings of their groups, in the order of the first of each; those without one come first. */
function grouped(rows: readonly Named[]): ComboboxData {
  const optionOf = ({ id, name }: Named) => ({ value: String(id), label: name });
  const groups = Map.groupBy(rows, ({ group = '' }) => group);
  return [...groups].flatMap(([group, items]): ComboboxData => {
    const options = items.map(optionOf);
    return group === '' ? options : [{ group, items: options }];
  });
}

/** Selects one record of a list that the server searches by name; clearable. */
export function SearchSelect(props: Props) {
  const {
    label,
    value = null,
    onChange,
    known,
    of,
    params,
    query,
    filter,
    sort,
    group,
    except,
    error,
    name,
    withAsterisk = false,
    disabled = false,
  } = props;
  const t = useInputText();
  const kit = useKitText();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [picked, setPicked] = useState<Named | null>(null);
  const current = [picked, known].find((one) => one?.id === value) ?? null;
  const [term] = useDebouncedValue(opened ? typed : '', searchMs);
  const request = {
    ...firstOptions,
    ...(term ? { search: term } : {}),
    ...(filter ? { filter } : {}),
    ...(sort ? { sort } : {}),
  };
  const {
    rows: found,
    fetching,
    error: failure,
  } = useList(of, request, {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    enabled: !disabled,
  });
  const named = (disabled ? [] : (found as Found[]))
    .map((row): Named => ({ id: row.id, name: row.localizedName ?? row.name, group: group?.(row) }))
    .filter((row) => row.id !== except);
  // The selected record is an option so that its name is displayed, except in the results of a search.
  const listed = named.some((row) => row.id === current?.id);
  const rows = current && !listed && !term ? [current, ...named] : named;
  return (
    <Select
      label={label}
      error={error as string | undefined}
      name={name}
      {...(withAsterisk ? required : {})}
      data={grouped(rows)}
      value={value === null ? null : String(value)}
      onChange={(id) => {
        setPicked(rows.find((row) => String(row.id) === id) ?? null);
        onChange?.(id ? Number(id) : null);
      }}
      disabled={disabled}
      clearable
      clearButtonProps={{ 'aria-label': t('clear', { name: label }) }}
      searchable
      searchValue={opened ? typed : (current?.name ?? '')}
      // Only what is typed: the select itself would put the name of the selected record there once it is loaded.
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onDropdownOpen={() => {
        setTyped('');
        setOpened(true);
      }}
      onDropdownClose={() => setOpened(false)}
      filter={({ options }) => options}
      placeholder={t('choose')}
      nothingFoundMessage={kit(fetching ? 'shell.loading' : failure ? 'list.optionsFailed' : 'list.noOptions')}
      rightSection={fetching && typed ? <Loader size={iconSizes.sm} /> : undefined}
    />
  );
}
