import { Select } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { FilterOption } from '#platform/web/ui/list/filters/filters.ts';
import { searchCompanies } from './search-companies.ts';

type Props = {
  label: ReactNode;
  value: number | null;
  onChange(id: number | null): void;
  error?: ReactNode;
  description?: ReactNode;
};
const shown = 20;

/** Selects a company by its name; for people who see all companies. */
export function CompanyField({ value, onChange, ...field }: Props) {
  const [companies, setCompanies] = useState<FilterOption[]>([]);
  const [search, setSearch] = useState('');
  useEffect(() => {
    let left = false;
    // The client has shown the error as a notification.
    searchCompanies({ search, skip: 0, limit: shown }).then(
      ({ data }) => !left && setCompanies(data),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [search]);
  return (
    <Select
      {...field}
      data={companies.map((one) => ({ value: String(one.value), label: one.label ?? String(one.value) }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
    />
  );
}
