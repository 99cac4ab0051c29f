import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { deviceAppOf } from '#core/device-app/web/parts.tsx';
import { searchMs } from '#platform/common/list.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { useInputText } from '#platform/web/ui/input/texts.ts';
import { useText } from '../texts.ts';
import { installedLocks, siteBySite, siteOf, useAccess } from '../use-access.ts';

type Props = { value: number | null; onChange(id: number | null): void };

export function LockFilter({ value, onChange }: Props) {
  const t = useText();
  const { app } = useAccess();
  const { list, get } = deviceAppOf(app).calls.device;
  const chosen = useData(get, { params: { id: value ?? 0 } }, { enabled: value !== null });
  return (
    <SearchSelect
      label={t('fields.lock')}
      of={list}
      filter={installedLocks(app)}
      sort={siteBySite}
      group={siteOf}
      known={chosen.data as { id: number; name: string } | undefined}
      value={value}
      onChange={onChange}
    />
  );
}

/** People who have been given access before. */
export function PersonFilter({ value, onChange }: Props) {
  const t = useText();
  const input = useInputText();
  const { calls } = useAccess();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, searchMs);
  const found = useData(calls.userAccess.holders, { query: search ? { search } : {} });
  return (
    <Select
      label={t('fields.holder')}
      placeholder={input('choose')}
      searchable
      clearable
      data={(found.data ?? []).flatMap(({ id, name }) => (id === null ? [] : [{ value: String(id), label: name }]))}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
