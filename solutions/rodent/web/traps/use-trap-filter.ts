import { useMemo } from 'react';
import type { UnnamedFilter } from '#platform/web/ui/list/filters/filters.ts';
import { api } from '../api.ts';

/** Finds a trap by its name. */
export function useTrapFilter(): UnnamedFilter {
  return useMemo(
    () => ({
      kind: 'select',
      search: async ({ search, skip, limit }) => {
        const { data, totalRecords } = await api.trap.list.send({
          list: {
            limit,
            skip,
            total: true,
            ...(search ? { search } : {}),
            sort: { number: 'asc' },
          },
        });
        return {
          data: data.map(({ id, name, number }) => ({
            value: String(id),
            label: number === null ? name : `${number} · ${name}`,
          })),
          totalRecords: totalRecords ?? undefined,
        };
      },
    }),
    [],
  );
}
