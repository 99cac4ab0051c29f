import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { searchMs } from '#platform/common/list.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import { useList } from '../../client/hooks.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { required } from '../form/required.ts';
import { useInputText } from './texts.ts';

type Named = { id: number; name: string };
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
  /** The id of a record that cannot be selected, such as the parent of itself. */
  except?: number | undefined;
  error?: unknown;
  name?: string;
  withAsterisk?: boolean;
  disabled?: boolean;
};

/** The request for the options before a search. */
export const firstOptions = { limit: 50, total: false };

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
  const request = { ...firstOptions, ...(term ? { search: term } : {}), ...(filter ? { filter } : {}) };
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
    .map((row): Named => ({ id: row.id, name: row.localizedName ?? row.name }))
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
      data={rows.map((row) => ({ value: String(row.id), label: row.name }))}
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
      onSearchChange={setTyped}
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
