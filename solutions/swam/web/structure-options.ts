import { useMemo } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import type { Filter, OptionQuery } from '#platform/web/ui/list/filters.ts';
import { api } from './api.ts';

const listed = 100;
const optionsOf = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

/** Structures to filter by: all of them when they are few, so that an address with an id shows its name; else searched. */
export function useStructureOptions(): Omit<Filter, 'field'> {
  const found = useData(
    api.analysis.devicesInfo,
    { list: { limit: listed, total: true } },
    { staleTime: 300_000, silent: true },
  );
  const page = found.data;
  return useMemo(
    () =>
      page && (page.totalRecords ?? 0) <= listed
        ? { kind: 'select', options: optionsOf(page.data) }
        : {
            kind: 'select',
            search: async (query: OptionQuery) => {
              const { data, totalRecords } = await api.analysis.devicesInfo.send({
                list: { search: query.search, skip: query.skip, limit: query.limit },
                silent: true,
              });
              return { data: optionsOf(data), totalRecords };
            },
          },
    [page],
  );
}
