import { useMemo } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import type { OptionQuery, UnnamedFilter } from '#platform/web/ui/list/filters/filters.ts';
import { api } from './api.ts';

const maxListed = 100;
const optionsOf = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

/**
 * A filter by the structures that the person may see. Up to 100 are all offered, so that an address with an id shows
 * the name; more must be searched.
 */
export function useSiteFilter(): UnnamedFilter {
  const { list } = api.siteChoice;
  const { data: page } = useData(
    list,
    { list: { limit: maxListed, total: true } },
    { staleTime: 300_000, silent: true },
  );
  return useMemo(() => {
    if (page && (page.totalRecords ?? 0) <= maxListed) return { kind: 'select', options: optionsOf(page.data) };
    return {
      kind: 'select',
      search: async ({ search, skip, limit }: OptionQuery) => {
        const { data, totalRecords } = await list.send({ list: { search, skip, limit }, silent: true });
        return { data: optionsOf(data), totalRecords: totalRecords ?? undefined };
      },
    };
  }, [list, page]);
}
